/** What changed in the mailboxes: their counts move with the Emails. */
import type { Batch, Call, Mailbox } from "@pismo/jmap";
import type { AccountRecords } from "../records/records.ts";
import { limits } from "../session/session.ts";

export interface MailboxChanges {
  /** @throws MethodError */
  result: () => ReturnType<Call<"Mailbox/changes">["result"]>;
  /** Takes the answer into the records. @throws MethodError */
  put: () => void;
}

/**
 * Adds the calls to a batch.
 * @param options.withCreated false leaves new mailboxes to a later sync, and the answer must not be put where there are any
 * @returns undefined while the mailboxes are not loaded
 */
export function mailboxChangeCalls(
  calls: Batch,
  { accountId, states, maps }: AccountRecords,
  { withCreated }: { withCreated: boolean },
): MailboxChanges | undefined {
  if (states.Mailbox === undefined) return undefined;
  // The calls that follow ask for no more than the server gives at once.
  const maxChanges = limits().maxObjectsInGet;
  const changes = calls.call("Mailbox/changes", { accountId, sinceState: states.Mailbox, maxChanges });
  const gets = (withCreated ? ["/created", "/updated"] : ["/updated"]).map((path) =>
    calls.call("Mailbox/get", { accountId, "#ids": changes.ref(path) }),
  );
  const askedAt = maps.Mailbox.now();
  return {
    result: () => changes.result(),
    put() {
      const { destroyed, newState } = changes.result();
      maps.Mailbox.put(
        gets.flatMap((get) => get.result().list as Mailbox[]),
        askedAt,
      );
      maps.Mailbox.remove(destroyed);
      states.Mailbox = newState;
    },
  };
}
