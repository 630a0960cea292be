/** What will stand above a list, so that the page keeps its place from the start and the list is not moved. */
import {
  allAccountsOf,
  DEADLINES,
  type Id,
  type ListBar,
  MANY_TO_COME,
  MAX_REFUSED_LINES,
  MIRROR,
  OUTBOX,
  RULE_REDIRECTS,
  type Session,
  SCREENING,
  utcDateOf,
  VACATION_RESPONSE,
} from "@pismo/jmap";
import { openDays } from "../../store/facts/deadlines.ts";
import type { Reader } from "../../store/db/store.ts";
import { getAllPreferences } from "../../store/mail/preferences.ts";
import { allowedRedirects } from "../../store/rules/redirects.ts";
import { getMirrorStatus } from "../../store/mirror/imap-accounts.ts";
import { queryScreened } from "../../store/screening/screened-senders.ts";
import { countRefused } from "../../store/submission/outbox.ts";
import { getVacationResponse } from "../../store/submission/vacation-responses.ts";

const DAY_MS = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Days on which something is to be done, of more than the week to come: where the reader's day begins, the page knows. */
async function deadlineDays(reader: Reader, accounts: readonly Id[], now: number): Promise<string[]> {
  const [first] = accounts;
  if (first === undefined) return [];
  // Of several accounts together the first one's preferences hold.
  const { showsDeadlines, deadlinesHiddenUntil } = await getAllPreferences(reader, first);
  if (!showsDeadlines || (deadlinesHiddenUntil !== null && Date.parse(deadlinesHiddenUntil) > now)) return [];
  const week = { from: dayOf(now - DAY_MS), until: dayOf(now + 8 * DAY_MS) };
  const days: string[] = [];
  for (const id of accounts) days.push(...(await openDays(reader, id, { ...week, laterBefore: utcDateOf(now) })));
  return [...new Set(days)].sort();
}

/** Letters are still on their way from the account's mail server. */
async function mirrorBars(reader: Reader, { accounts }: Session, accountId: Id): Promise<ListBar[]> {
  if (!accounts[accountId]?.accountCapabilities[MIRROR]) return [];
  const status = await getMirrorStatus(reader, accountId);
  if (!status || status.state === "upToDate") return [];
  return status.emailsTotal - status.emailsDone >= MANY_TO_COME ? ["mirror"] : [];
}

/** Of any folder but the inbox. */
export const otherBars = async (reader: Reader, session: Session, accountId: Id): Promise<{ bars: ListBar[] }> => ({
  bars: await mirrorBars(reader, session, accountId),
});

export async function inboxBars(
  reader: Reader,
  session: Session,
  accountId: Id,
): Promise<{ bars: ListBar[]; deadlineDays: string[] }> {
  const now = Date.now();
  const has = (capability: string, id = accountId): boolean =>
    session.accounts[id]?.accountCapabilities[capability] !== undefined;
  // Of several accounts together both shelves have those of each.
  const shown = allAccountsOf(session, accountId)?.members.map(({ id }) => id) ?? [accountId];
  const { isEnabled, toDate } = await getVacationResponse(reader, accountId);
  const isAnswering = isEnabled && (toDate === null || Date.parse(toDate) > now);
  const redirects = has(RULE_REDIRECTS) ? await allowedRedirects(reader, accountId) : [];
  const senders: Id[] = [];
  for (const id of shown.filter((each) => has(SCREENING, each)))
    senders.push(...(await queryScreened(reader, id, { position: 0, limit: 1 })));
  const refused = has(OUTBOX) ? Math.min(await countRefused(reader, accountId), MAX_REFUSED_LINES) : 0;
  return {
    bars: [
      ...(refused > 0 ? ([`refused${refused as 1 | 2 | 3}`] as const) : []),
      ...(has(VACATION_RESPONSE) && isAnswering ? (["vacation"] as const) : []),
      ...(redirects.length > 0 ? (["redirects"] as const) : []),
      ...(senders.length > 0 ? (["firstTime"] as const) : []),
      ...(await mirrorBars(reader, session, accountId)),
    ],
    deadlineDays: await deadlineDays(
      reader,
      shown.filter((id) => has(DEADLINES, id)),
      now,
    ),
  };
}
