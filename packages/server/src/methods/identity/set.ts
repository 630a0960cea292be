import { applyPatch, type Id, type Identity, SetFailure, SUBMISSION } from "@pismo/jmap";
import {
  destroyIdentity,
  getIdentities,
  insertIdentity,
  type NewIdentity,
  updateIdentity,
} from "../../store/submission/identities.ts";
import type { Reader } from "../../store/db/store.ts";
import { addresses, checkArguments, nullable, string } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertRecord, checkedRecord, invalidProperties, setShape, standardSet } from "../standard/set.ts";

type Settable = Omit<NewIdentity, "mayDelete">;
const changeable = {
  name: string,
  replyTo: nullable(addresses),
  bcc: nullable(addresses),
  textSignature: string,
  htmlSignature: string,
};
const defaults: Partial<Identity> = { name: "", replyTo: null, bcc: null, textSignature: "", htmlSignature: "" };

/** @throws SetFailure of that type */
export async function assertMaySendFrom(
  reader: Reader,
  accountId: Id,
  email: string,
  { context }: Call,
  type: "forbiddenFrom" | "forbiddenMailFrom" = "forbiddenFrom",
): Promise<void> {
  if (await context.submission.maySendFrom(reader, accountId, email)) return;
  throw new SetFailure({ type, description: `Letters cannot be sent from ${email} here` });
}

/** Identity/set: RFC 8621 §6.3. */
export const set: Method<"Identity/set"> = {
  capability: SUBMISSION,
  parse: (args) => checkArguments(setShape<Identity>(), args),
  run(args, call) {
    const { accountId } = args;
    return standardSet<Identity>(args, call, "Identity", {
      async create(tx, given) {
        const checked = checkedRecord<Settable, "email">(given, { ...changeable, email: string }, ["email"]);
        const { email } = checked;
        if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
          throw invalidProperties(["email"], "An identity has an address");
        }
        await assertMaySendFrom(tx, accountId, email, call);
        const identity = await insertIdentity(tx, accountId, checked);
        const known = new Set(Object.keys(given));
        return { ...Object.fromEntries(Object.entries(identity).filter(([key]) => !known.has(key))), id: identity.id };
      },
      async update(tx, identityId, patch) {
        const [before] = await getIdentities(tx, accountId, [identityId]);
        if (!before) throw new SetFailure({ type: "notFound" });
        const after = applyPatch(before, patch, defaults);
        const changed = Object.entries(after).filter(
          ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof Identity]),
        );
        assertRecord(Object.fromEntries(changed), changeable);
        await updateIdentity(tx, accountId, identityId, Object.fromEntries(changed));
        return null;
      },
      destroy: (tx, identityId) => destroyIdentity(tx, accountId, identityId),
    });
  },
};
