/** The rows of several Emails, as far as they are loaded. */
import type { Id } from "@pismo/jmap";
import { useMemo, useSyncExternalStore } from "react";
import type { EmailRow } from "./email-properties.ts";
import type { RecordMap } from "./record-map.ts";
import { useCurrentRecords } from "./records.ts";

function watched(map: RecordMap<EmailRow>, ids: readonly Id[]) {
  let last: readonly EmailRow[] = [];
  return {
    subscribe(listener: () => void) {
      const ends = ids.map((id) => map.subscribe(id, listener));
      return () => ends.forEach((end) => end());
    },
    read() {
      const now = ids.flatMap((id) => map.get(id) ?? []);
      if (now.length !== last.length || now.some((each, index) => each !== last[index])) last = now;
      return last;
    },
  };
}

/** The same array until one changes. @param ids the same array while they are the same */
export function useEmailRows(ids: readonly Id[]): readonly EmailRow[] {
  const { Email } = useCurrentRecords().maps;
  const { subscribe, read } = useMemo(() => watched(Email, ids), [Email, ids]);
  return useSyncExternalStore(subscribe, read, read);
}
