/** Until when Emails are away: asked for in lots, as rows come into sight, and again when their records change. */
import type { Id } from "@pismo/jmap";
import { useEffect } from "react";
import { getEmailRow, useEmailRow } from "../records/email.ts";
import type { EmailRow } from "../records/email-properties.ts";
import { placeOf } from "../session/all-accounts.ts";
import { limits, request } from "../session/session.ts";
import { byAccount } from "../session/by-account.ts";
import { createSignal, useSignal } from "../signal.ts";

interface Known {
  /** null: it is not away, or nothing is known of it. */
  until: Date | null;
  /** As of this record: one that differs may have another time. */
  row: EmailRow | undefined;
}

const known = createSignal<ReadonlyMap<Id, Known>>(new Map());
/** Those in sight are far fewer. */
const MOST = 2000;

function note(entries: readonly (readonly [Id, Known])[]): void {
  const all = new Map([...known.get(), ...entries]);
  known.set(all.size > MOST ? new Map(entries) : all);
}

/** They went away until then, or came back. */
export const noteSnoozed = (times: readonly (readonly [Id, Date | null])[]): void =>
  note(times.map(([id, until]) => [id, { until, row: getEmailRow(id) }]));

/** As far as it has been asked for. */
export const knownUntil = (id: Id): Date | undefined => known.get().get(id)?.until ?? undefined;

let wanted = new Set<Id>();

async function ask(): Promise<void> {
  const asked = [...wanted];
  wanted = new Set();
  for (const [accountId, ids] of byAccount(asked)) {
    const named = new Map(ids.slice(0, limits().maxObjectsInGet).map((id) => [placeOf(id).id, id]));
    const rows = new Map(ids.map((id) => [id, getEmailRow(id)]));
    const get = await request((calls) => calls.call("Snooze/get", { accountId, ids: [...named.keys()] }));
    const found = new Map(get.result().list.map(({ id, until }) => [id, new Date(until)]));
    note([...named].map(([own, id]) => [id, { until: found.get(own) ?? null, row: rows.get(id) }]));
  }
}

/** Asks for it once more: it has no record that would change. */
export const askAgain = (id: Id): void => want(id);

function want(id: Id): void {
  // Those of one moment are one request; without an answer the row says nothing.
  if (wanted.size === 0) queueMicrotask(() => void ask().catch(() => undefined));
  wanted.add(id);
}

/** Of an Email in the mailbox of snoozed ones; undefined until it is known. While it is asked for again, what it was. */
export function useSnoozedUntil(id: Id): Date | undefined {
  const row = useEmailRow(id);
  const entry = useSignal(known, (all) => all.get(id));
  useEffect(() => {
    if (!entry || entry.row !== row) want(id);
  }, [id, row, entry]);
  return entry?.until ?? undefined;
}
