/**
 * What a tab keeps of a page that is left for the one that takes its place: the session, the folders and the letters in
 * sight, so that a reload shows them before the server has answered (docs/decisions/0026-what-a-reload-begins-with.md).
 */
import type { Id, Mailbox, Session, State } from "@pismo/jmap";
import { compactRow, type EmailRow, rowProperties } from "./email-properties.ts";
import { currentList, listFor } from "./email-list.ts";
import type { KeptList } from "./list-shapes.ts";
import { currentRecords } from "./records.ts";
import { getAccount, getSession, restoreSession } from "./session.ts";

interface KeptPage {
  /** Another version of the client asks for other properties. */
  shape: string;
  session: Session;
  accountId: Id;
  mailboxes: Mailbox[];
  states: { Mailbox: State; Email: State };
  list: KeptList;
  rows: EmailRow[];
}

const key = "page";
const shape = rowProperties.join(" ");
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
    if (page) sessionStorage.setItem(key, JSON.stringify(page));
    else sessionStorage.removeItem(key);
  } catch {
    // See above.
  }
}

/** Of a person who leaves, nothing is kept. */
export function forgetPage(): void {
  isForgotten = true;
  keepPage();
}

/** Begins with what the page before has kept, and keeps of this one what the next can begin with. */
export function restorePage(): void {
  window.addEventListener("pagehide", keepPage);
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as KeptPage | null;
    // What cannot be begun with is not tried again.
    sessionStorage.removeItem(key);
    if (kept?.shape !== shape) return;
    restoreSession(kept.session);
    if (getAccount().accountId !== kept.accountId) return;
    const records = currentRecords();
    records.maps.Mailbox.put(kept.mailboxes);
    records.maps.Email.put(kept.rows.map(compactRow));
    Object.assign(records.states, kept.states);
    listFor(kept.list.query, records).restore(kept.list);
  } catch {
    // Storage is closed to us, or holds what is none of ours.
  }
}
