import { applyPatch, type Id, type Identity, SetFailure, SUBMISSION } from "@pismo/jmap";
import {
  assertMayDelete,
  destroyIdentities,
  getIdentities,
  insertIdentities,
  type NewIdentity,
  storeIdentities,
} from "../../store/submission/identities.ts";
import type { Reader, Transactor } from "../../store/db/store.ts";
import { addresses, checkArguments, nullable, string } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { inBatch } from "../standard/batch.ts";
import {
  assertRecord,
  checkedRecord,
  type Creation,
  invalidProperties,
  setShape,
  standardSet,
  type Update,
} from "../standard/set.ts";

type Settable = Omit<NewIdentity, "mayDelete">;
const changeable = {
  name: string,
  replyTo: nullable(addresses),
  bcc: nullable(addresses),
  textSignature: string,
  htmlSignature: string,
};
/** In characters. A client loads all of them to begin an Email; a picture in one is a data: URI. */
const MAX_SIGNATURE_LENGTH = 1_000_000;

/** @throws SetFailure tooLarge: RFC 8620 §5.3 */
function assertModest({ textSignature = "", htmlSignature = "" }: Partial<Settable>): void {
  if (textSignature.length + htmlSignature.length <= MAX_SIGNATURE_LENGTH) return;
  const description = `A signature has at most ${MAX_SIGNATURE_LENGTH} characters`;
  throw new SetFailure({ type: "tooLarge", description });
}

const defaults: Partial<Identity> = { name: "", replyTo: null, bcc: null, textSignature: "", htmlSignature: "" };

/** @param own those that the account may send from @throws SetFailure of that type */
export function assertMaySendFrom(
  own: ReadonlySet<string>,
  email: string,
  type: "forbiddenFrom" | "forbiddenMailFrom" = "forbiddenFrom",
): void {
  if (!own.has(email)) throw new SetFailure({ type, description: `Letters cannot be sent from ${email} here` });
}

async function create(accountId: Id, tx: Transactor, records: readonly Creation[], call: Call) {
  const addressesGiven = records.flatMap(([, { email }]) => (typeof email === "string" ? email : []));
  const own = await call.context.submission.sendersAmong(tx, accountId, [...new Set(addressesGiven)]);
  return inBatch(
    records,
    ([, given]) => {
      const checked = checkedRecord<Settable, "email">(given, { ...changeable, email: string }, ["email"]);
      const { email } = checked;
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidProperties(["email"], "An identity has an address");
      assertMaySendFrom(own, email);
      assertModest(checked);
      return { given, checked };
    },
    async (all) => {
      const identities = await insertIdentities(
        tx,
        accountId,
        all.map(({ checked }) => checked),
      );
      return identities.map((identity, index) => {
        const unknown = Object.entries(identity).filter(([key]) => !Object.hasOwn(all[index]!.given, key));
        return { ...Object.fromEntries(unknown), id: identity.id };
      });
    },
  );
}

async function update(accountId: Id, tx: Transactor, records: readonly Update[]) {
  const before = await identitiesById(
    tx,
    accountId,
    records.map(([id]) => id),
  );
  return inBatch(
    records,
    ([id, patch]) => {
      const identity = before.get(id);
      if (!identity) throw new SetFailure({ type: "notFound" });
      const after = applyPatch(identity, patch, defaults);
      const changed = Object.entries(after).filter(
        ([key, value]) => JSON.stringify(value) !== JSON.stringify(identity[key as keyof Identity]),
      );
      assertRecord(Object.fromEntries(changed), changeable);
      const stored = { ...identity, ...Object.fromEntries(changed) };
      assertModest(stored);
      return stored;
    },
    async (identities) => {
      await storeIdentities(tx, accountId, identities);
      return identities.map(() => null);
    },
  );
}

async function destroy(accountId: Id, tx: Transactor, ids: readonly Id[]) {
  const known = await identitiesById(tx, accountId, ids);
  return inBatch(
    ids,
    (id) => {
      assertMayDelete(known.get(id));
      return id;
    },
    async (doomed) => {
      await destroyIdentities(tx, accountId, doomed);
      return doomed.map(() => true as const);
    },
  );
}

const identitiesById = async (reader: Reader, accountId: Id, ids: readonly Id[]): Promise<Map<Id, Identity>> =>
  new Map((await getIdentities(reader, accountId, ids)).map((identity) => [identity.id, identity]));

/** Identity/set: RFC 8621 §6.3. */
export const set: Method<"Identity/set"> = {
  capability: SUBMISSION,
  parse: (args) => checkArguments(setShape<Identity>(), args),
  run(args, call) {
    const { accountId } = args;
    return standardSet<Identity>(args, call, "Identity", {
      create: (tx, records) => create(accountId, tx, records, call),
      update: (tx, records) => update(accountId, tx, records),
      destroy: (tx, ids) => destroy(accountId, tx, ids),
    });
  },
};
