import { MAIL_SERVERS, type MailServerSetArgs, SetFailure } from "@pismo/jmap";
import { boolean, checkArguments, id, list, mapOf, maybe, object, optional, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { SetOutcomes } from "../standard/outcomes.ts";
import { assertRecord, assertSetSize } from "../standard/set.ts";
import { changeable, emailAddress, serversOf } from "./checks.ts";

const shape: Shape<MailServerSetArgs> = {
  create: maybe(mapOf(id, object)),
  update: maybe(mapOf(id, object)),
  destroy: maybe(list(id)),
  onDestroyLoseChanges: optional(boolean),
};

const required = ["email", ...Object.keys(changeable).filter((name) => name !== "jmapUrl")];

/** MailServer/set: an extension of ours, see MAIL_SERVERS. Sequential, because each record waits for its servers. */
export const set: Method<"MailServer/set"> = {
  capability: MAIL_SERVERS,
  parse: (args) => checkArguments(shape, args),
  async run({ create, update, destroy, onDestroyLoseChanges = false }, call) {
    const servers = serversOf(call);
    const { createdIds } = call;
    assertSetSize({ create: create ?? null, update: update ?? null, destroy: destroy ?? null }, call);
    const outcomes = new SetOutcomes<{ id: string }, null>();
    for (const [creationId, given] of Object.entries(create ?? {})) {
      await outcomes.created.attempt(creationId, async () => {
        assertRecord({ ...given }, { ...changeable, email: emailAddress }, required);
        const accountId = await servers.add(given);
        createdIds.set(creationId, accountId);
        call.context.sieveServers?.look(accountId);
        return { id: accountId };
      });
    }
    for (const [key, patch] of Object.entries(update ?? {})) {
      await outcomes.updated.attempt(createdIds.nameOf(key), async () => {
        if (destroy?.includes(key)) throw new SetFailure({ type: "willDestroy" });
        assertRecord(patch, changeable);
        const accountId = createdIds.resolve(key);
        await servers.change(accountId, patch);
        call.context.sieveServers?.look(accountId, true);
        return null;
      });
    }
    for (const key of new Set(destroy ?? [])) {
      await outcomes.destroyed.attempt(createdIds.nameOf(key), async () => {
        await servers.remove(createdIds.resolve(key), onDestroyLoseChanges);
        return true;
      });
    }
    return outcomes.result;
  },
};
