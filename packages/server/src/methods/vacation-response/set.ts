import { applyPatch, SetFailure, VACATION_AUDIENCE, VACATION_RESPONSE, type VacationResponse } from "@pismo/jmap";
import { getVacationResponse, updateVacationResponse } from "../../store/submission/vacation-responses.ts";
import { boolean, checkArguments, nullable, string, utcDate } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertCanAnswer } from "./can-answer.ts";
import { assertRecord, oneByOne, setShape, standardSet } from "../standard/set.ts";

const settable = {
  isEnabled: boolean,
  fromDate: nullable(utcDate),
  toDate: nullable(utcDate),
  subject: nullable(string),
  textBody: nullable(string),
  htmlBody: nullable(string),
};

const settableBy = ({ using }: Pick<Call, "using">) =>
  using.includes(VACATION_AUDIENCE) ? { ...settable, contactsOnly: boolean } : settable;

const singleton = (): never => {
  throw new SetFailure({ type: "singleton", description: "There is one vacation response, and it stays" });
};

/** VacationResponse/set: RFC 8621 §8.2. */
export const set: Method<"VacationResponse/set"> = {
  capability: VACATION_RESPONSE,
  parse: (args) => checkArguments(setShape<VacationResponse>(), args),
  async run(args, call) {
    const { store, submission } = call.context;
    await store.read((reader) => assertCanAnswer(reader, args.accountId, submission));
    return standardSet<VacationResponse>(
      args,
      call,
      "VacationResponse",
      oneByOne(
        {
          create: singleton,
          destroy: singleton,
          async update(tx, recordId, patch) {
            if (recordId !== "singleton") throw new SetFailure({ type: "notFound" });
            const before = await getVacationResponse(tx, args.accountId);
            const { id, contactsOnly, ...standard } = applyPatch(before, patch, {
              isEnabled: false,
              contactsOnly: false,
            });
            const isKnown = call.using.includes(VACATION_AUDIENCE) || contactsOnly !== before.contactsOnly;
            const after = isKnown ? { ...standard, contactsOnly } : standard;
            assertRecord(id === "singleton" ? after : { ...after, id }, settableBy(call));
            await updateVacationResponse(tx, args.accountId, after);
            return null;
          },
        },
        call,
      ),
    );
  },
};
