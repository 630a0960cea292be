import type { Id } from "@pismo/jmap";
import { useCallback, useSyncExternalStore } from "react";
import { useCurrentRecords } from "../records/records.ts";
import type { Listener } from "../signal.ts";

/**
 * What `read` finds out about folders and Emails, again whenever a folder or one of these Emails changes.
 * @param ids the same set from one drawing to the next
 */
export function useFromMail<T extends string | boolean>(ids: ReadonlySet<Id>, read: () => T): T {
  const records = useCurrentRecords();
  const subscribe = useCallback(
    (listener: Listener) => {
      const ends = [
        records.subscribeToMailboxes(listener),
        ...Array.from(ids, (id) => records.maps.Email.subscribe(id, listener)),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    [records, ids],
  );
  return useSyncExternalStore(subscribe, read, read);
}
