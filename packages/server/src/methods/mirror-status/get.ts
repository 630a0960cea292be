import { type Id, MIRROR, type MirrorStatus, type MirrorStatusGetArgs, utcDateOf } from "@pismo/jmap";
import { getMirrorStatus } from "../../store/mirror/imap-accounts.ts";
import { listMirrorRefusals } from "../../store/mirror/mirror-refusals.ts";
import type { Reader } from "../../store/db/store.ts";
import { checkArguments, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const shape: Shape<MirrorStatusGetArgs> = getShape;

const properties = [
  "id",
  "state",
  "since",
  "problem",
  "emailsDone",
  "emailsTotal",
  "emailsKnown",
  "emailsWhole",
  "secondsLeft",
  "waiting",
  "waitsFor",
  "refusals",
] as const;

/** "quota: the mailbox is full" → the first word from a closed list, the rest as the server worded it. */
function halvesOf<T extends string>(text: string): [T, string] {
  const end = text.indexOf(": ");
  return [text.slice(0, end) as T, text.slice(end + 2)];
}

async function load(reader: Reader, accountId: Id): Promise<MirrorStatus[]> {
  const status = await getMirrorStatus(reader, accountId);
  if (!status) return [];
  const { state, since, problem, emailsDone, emailsTotal, emailsKnown, emailsWhole } = status;
  const { secondsLeft, waiting, waitsFor } = status;
  const [type, problemDetail] = halvesOf<NonNullable<MirrorStatus["problem"]>["type"]>(problem ?? "");
  const [reason, waitsDetail] = halvesOf<NonNullable<MirrorStatus["waitsFor"]>["reason"]>(waitsFor ?? "");
  const refusals = await listMirrorRefusals(reader, accountId);
  return [
    {
      id: "singleton",
      state,
      since: utcDateOf(since),
      problem: problem === null ? null : { type, detail: problemDetail },
      emailsDone,
      emailsTotal,
      emailsKnown,
      emailsWhole,
      secondsLeft,
      waiting,
      waitsFor: waitsFor === null ? null : { reason, detail: waitsDetail },
      refusals: refusals.map((refusal) => {
        const [why, detail] = halvesOf<MirrorStatus["refusals"][number]["reason"]>(refusal.reason);
        return { ...refusal, at: utcDateOf(refusal.at), reason: why, detail };
      }),
    },
  ];
}

/** MirrorStatus/get: an extension of ours, see MIRROR. */
export const get: Method<"MirrorStatus/get"> = {
  capability: MIRROR,
  parse: (args) => checkArguments(shape, args),
  run: (args, call) =>
    standardGet<MirrorStatus>(args, call, "MirrorStatus", properties, async (reader, accountId, ids) =>
      !ids || ids.includes("singleton") ? load(reader, accountId) : [],
    ),
};
