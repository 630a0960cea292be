/**
 * The page snapshot that a tab leaves for its next page: the session, the mailboxes and the Emails in
 * sight, so that a reload shows them before the server has answered (docs/decisions/0026-what-a-reload-begins-with.md).
 */
import type { ListBar } from "@pismo/jmap";
import { compactRow } from "../records/email-properties.ts";
import { currentList, listFor } from "../lists/email-list.ts";
import { type PageSnapshot, snapshotKey, pageSource, shape } from "./page-source.ts";
import { currentRecords } from "../records/records.ts";
import { getAccount, givenSession, restoreSession } from "../session/session.ts";

let isForgotten = false;

function present(): PageSnapshot | undefined {
  const session = givenSession();
  const { accountId } = getAccount();
  const { maps, states } = currentRecords();
  const list = currentList()?.pageSnapshot();
  if (isForgotten || !session || !list || !states.Mailbox || !states.Email) return undefined;
  // Server state only: a change that the server may still refuse arrives with the next response.
  const mailboxes = maps.Mailbox.ids().flatMap((id) => maps.Mailbox.base(id) ?? []);
  const rows = list.ids.flatMap((id) => maps.Email.base(id) ?? []);
  const known = { Mailbox: states.Mailbox, Email: states.Email };
  const bars = [...document.querySelectorAll<HTMLElement>("[data-bar]")].map(
    ({ dataset }) => dataset["bar"] as ListBar,
  );
  const page = { shape, session, accountId, mailboxes, states: known, list, rows, bars };
  if (!list.query.threads || !states.Thread) return page;
  const threads = rows.flatMap(({ threadId }) => maps.Thread.base(threadId) ?? []);
  const others = threads.flatMap(({ emailIds }) => emailIds.flatMap((id) => maps.Email.base(id) ?? []));
  return { ...page, states: { ...known, Thread: states.Thread }, rows: [...new Set([...rows, ...others])], threads };
}

/** Storage may be closed or full: then the next page waits for the server. */
function storeSnapshot(): void {
  try {
    const page = present();
    if (page) sessionStorage.setItem(snapshotKey, JSON.stringify(page));
    else sessionStorage.removeItem(snapshotKey);
  } catch {
    // See above.
  }
}

/** No snapshot is stored after a sign-out. */
export function forgetPage(): void {
  isForgotten = true;
  storeSnapshot();
}

/** Restores the snapshot or bootstrap data, and stores a snapshot when the page is left. */
export function restorePage(): void {
  window.addEventListener("pagehide", storeSnapshot);
  try {
    const source = pageSource();
    if (!source) return;
    restoreSession(source.session);
    const records = currentRecords();
    records.maps.Mailbox.put(source.mailboxes);
    records.maps.Email.put(source.rows.map(compactRow));
    records.maps.Thread.put(source.threads ?? []);
    Object.assign(records.states, source.states);
    listFor(source.list.query, records).restore(source.list);
  } catch {
    // An invalid snapshot is ignored: the server is asked.
  }
}
