import { applyPatch, type Id, type Identity, SetFailure, SUBMISSION } from "@pismo/jmap";
import {
  destroyIdentity,
  getIdentities,
  insertIdentity,
  type NewIdentity,
  updateIdentity,
} from "../../store/identities.ts";
import type { Reader } from "../../store/store.ts";
import { addresses } from "../address-checks.ts";
import { type Check, checkArguments, nullable, string } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertRecord, invalidProperties, setShape, standardSet } from "../standard/set.ts";

const changeable: Record<string, Check> = {
  name: string,
  replyTo: nullable(addresses),
  bcc: nullable(addresses),
  textSignature: string,
  htmlSignature: string,
};
const defaults: Partial<Identity> = { name: "", replyTo: null, bcc: null, textSignature: "", htmlSignature: "" };

/** One's own address, or one elsewhere where a server sends for us. @throws SetFailure forbiddenFrom */
export async function assertMaySendFrom(
  reader: Reader,
  accountId: Id,
  email: string,
  { context }: Call,
): Promise<void> {
  const { canRelay, resolve } = context.submission;
  const place = await resolve(reader, email);
  const isOwn =
    place.kind === "local"
      ? place.accountId === accountId
      : place.kind === "elsewhere" && (await canRelay(reader, accountId));
  if (!isOwn) throw new SetFailure({ type: "forbiddenFrom", description: `Letters cannot be sent from ${email} here` });
}

/** Identity/set: RFC 8621 §6.3. */
export const set: Method<"Identity/set"> = {
  capability: SUBMISSION,
  parse: (args) => checkArguments(setShape<Identity>(), args),
  run(args, call) {
    const { accountId } = args;
    return standardSet<Identity>(args, call, "Identity", {
      async create(tx, given) {
        assertRecord(given, { ...changeable, email: string });
        const { email } = given;
        if (typeof email !== "string" || !/^[^\s@]+@[^\s@]+$/.test(email)) {
          throw invalidProperties(["email"], "An identity has an address");
        }
        await assertMaySendFrom(tx, accountId, email, call);
        const identity = await insertIdentity(tx, accountId, given as unknown as NewIdentity);
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
