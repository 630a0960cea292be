/** When the letters of a conversation say that they were written, which rows of lists do not know. */
import type { Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { limits, request } from "../session/session.ts";
import type { EmailRow } from "./email-properties.ts";
import { type AccountRecords, useCurrentRecords } from "./records.ts";

/** Immutable (RFC 8621 §4.1): what is known stays so. */
const known = new WeakMap<AccountRecords, Map<Id, string | null>>();

function knownOf(records: AccountRecords): Map<Id, string | null> {
  const dates = known.get(records) ?? new Map<Id, string | null>();
  known.set(records, dates);
  return dates;
}

/** @throws what the requests throw */
async function loadSentDates(ids: readonly Id[], records: AccountRecords): Promise<void> {
  const { accountId } = records;
  const dates = knownOf(records);
  const missing = ids.filter((id) => !dates.has(id));
  const size = limits().maxObjectsInGet;
  for (let start = 0; start < missing.length; start += size) {
    const some = missing.slice(start, start + size);
    const get = await request((calls) => calls.call("Email/get", { accountId, ids: some, properties: ["sentAt"] }));
    for (const { id, sentAt = null } of get.result().list) dates.set(id!, sentAt);
  }
}

/** @returns the date of a letter's page: its sent date; when it came, where it has none or none is known yet */
export function useSentDates(rows: readonly EmailRow[]): (row: EmailRow) => string {
  const records = useCurrentRecords();
  const [, setLoaded] = useState<object>();
  const wanted = rows.map(({ id }) => id).join(" ");
  useEffect(() => {
    let isStale = false;
    const ids = wanted === "" ? [] : wanted.split(" ");
    if (ids.every((id) => knownOf(records).has(id))) return undefined;
    loadSentDates(ids, records).then(
      () => !isStale && setLoaded({}),
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [wanted, records]);
  return ({ id, receivedAt }) => knownOf(records).get(id) ?? receivedAt;
}
