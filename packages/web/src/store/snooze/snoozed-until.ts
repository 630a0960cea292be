/** Until when Emails are away: asked for in lots, as rows come into sight. */
import type { Id } from "@pismo/jmap";
import { useEffect } from "react";
import { placeOf } from "../session/all-accounts.ts";
import { limits, request } from "../session/session.ts";
import { byAccount } from "./by-account.ts";
import { createSignal, useSignal } from "../signal.ts";

type Known = ReadonlyMap<Id, Date | null>;

/** null: it is not away, or nothing is known of it. */
const known = createSignal<Known>(new Map());
/** Those in sight are far fewer. */
const MOST = 2000;

function note(entries: Iterable<readonly [Id, Date | null]>): void {
  const all = new Map([...known.get(), ...entries]);
  known.set(all.size > MOST ? new Map(entries) : all);
}

/** They went away until then, or came back. */
export const noteSnoozed = (times: Iterable<readonly [Id, Date | null]>): void => note(times);

let wanted = new Set<Id>();

async function ask(): Promise<void> {
  const asked = [...wanted];
  wanted = new Set();
  for (const [accountId, ids] of byAccount(asked)) {
    const named = new Map(ids.slice(0, limits().maxObjectsInGet).map((id) => [placeOf(id).id, id]));
    const get = await request((calls) => calls.call("Snooze/get", { accountId, ids: [...named.keys()] }));
    const found = new Map(get.result().list.map(({ id, until }) => [id, new Date(until)]));
    note([...named].map(([own, id]) => [id, found.get(own) ?? null] as const));
  }
}

function want(id: Id): void {
  // Those of one moment are one request; without an answer the row says nothing.
  if (wanted.size === 0) queueMicrotask(() => void ask().catch(() => undefined));
  wanted.add(id);
}

/** Of an Email in the mailbox of snoozed ones; undefined until it is known. */
export function useSnoozedUntil(id: Id): Date | undefined {
  const until = useSignal(known).get(id);
  useEffect(() => {
    if (!known.get().has(id)) want(id);
  }, [id]);
  return until ?? undefined;
}
