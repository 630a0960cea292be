/**
 * What a tab keeps of a page that is left for the one that takes its place: the session, the folders and the letters in
 * sight, so that a reload shows them before the server has answered (docs/decisions/0026-what-a-reload-begins-with.md).
 */
import { compactRow } from "./email-properties.ts";
import { currentList, listFor } from "./email-list.ts";
import { type KeptPage, keptKey, pageSource, shape } from "./page-source.ts";
import { currentRecords } from "./records.ts";
import { getAccount, getSession, restoreSession } from "./session.ts";

let isForgotten = false;

function present(): KeptPage | undefined {
  const session = getSession();
  const { accountId } = getAccount();
  const { maps, states } = currentRecords();
  const list = currentList()?.kept();
  if (isForgotten || !session || !list || !states.Mailbox || !states.Email) return undefined;
  // What the server said: a change that it may still refuse is told by the next answer.
  const mailboxes = maps.Mailbox.ids().flatMap((id) => maps.Mailbox.base(id) ?? []);
  const rows = list.ids.flatMap((id) => maps.Email.base(id) ?? []);
  return { shape, session, accountId, mailboxes, states: { Mailbox: states.Mailbox, Email: states.Email }, list, rows };
}

/** Storage may be closed or full: then the next page waits for the server. */
function keepPage(): void {
  try {
    const page = present();
    if (page) sessionStorage.setItem(keptKey, JSON.stringify(page));
    else sessionStorage.removeItem(keptKey);
  } catch {
    // See above.
  }
}

/** Of a person who leaves, nothing is kept. */
export function forgetPage(): void {
  isForgotten = true;
  keepPage();
}

/** Begins with what is there already, and keeps of this page what the next can begin with. */
export function restorePage(): void {
  window.addEventListener("pagehide", keepPage);
  try {
    const source = pageSource();
    if (!source) return;
    restoreSession(source.session);
    const records = currentRecords();
    records.maps.Mailbox.put(source.mailboxes);
    records.maps.Email.put(source.rows.map(compactRow));
    Object.assign(records.states, source.states);
    listFor(source.list.query, records).restore(source.list);
  } catch {
    // What was kept is none of ours: the server is asked.
  }
}
