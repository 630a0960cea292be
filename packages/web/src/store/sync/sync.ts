/** Fetches what changed elsewhere: records by …/changes, the open lists by Email/queryChanges, in one request. */
import { type Batch, type Call, MethodError, type MethodName, type Thread } from "@pismo/jmap";
import { watchNewMail } from "./new-mail.ts";
import { getConnection, isUnreachable, onReachable } from "./connection.ts";
import { compactRow, type EmailRow, rowProperties } from "../records/email-properties.ts";
import { followedLists, cachedLists } from "../lists/email-list.ts";
import { bodyCacheOf } from "../records/email.ts";
import { runExclusive } from "./mutex.ts";
import { importantCountCalls } from "../mailboxes/important-count.ts";
import type { LiveList } from "../lists/live-list.ts";
import { mailboxChangeCalls } from "./mailbox-changes.ts";
import { isMailboxesLoaded, loadMailboxes } from "../mailboxes/mailboxes.ts";
import { type AccountRecords, currentRecords } from "../records/records.ts";
import { limits, request, shortHeaders } from "../session/session.ts";
import { batch } from "../signal.ts";
import { isSyncPending, onSyncRequest, requestSync, takeSyncRequests } from "./sync-request.ts";

const maxEmailChanges = 1000;

type Changes = Pick<Call<Extract<MethodName, "Mailbox/changes" | "Email/changes" | "Thread/changes">>, "result">;

/** What a sync found that needs another request, beside the records that are stale. */
interface Findings {
  hasMore: boolean;
  staleLists: LiveList[];
}

function mailboxCalls(calls: Batch, records: AccountRecords): (findings: Findings) => void {
  const { states } = records;
  const changes = mailboxChangeCalls(calls, records, { withCreated: true });
  if (!changes) return () => undefined;
  return (findings) => {
    const result = changed(changes);
    // What is known of them stays in sight until all are asked for (RFC 8620 §5.2).
    if (!result) {
      delete states.Mailbox;
      return;
    }
    changes.put();
    findings.hasMore ||= result.hasMoreChanges;
  };
}

/** Undefined where the server cannot say what changed (RFC 8620 §5.2): then everything loaded is fetched again. */
function changed(call: Changes): ReturnType<Changes["result"]> | undefined {
  try {
    return call.result();
  } catch {
    return undefined;
  }
}

function changesOf(calls: Batch, records: AccountRecords, type: "Email" | "Thread"): (findings: Findings) => void {
  const sinceState = records.states[type];
  const { accountId } = records;
  if (sinceState === undefined) return () => undefined;
  const changes = calls.call(`${type}/changes`, { accountId, sinceState, maxChanges: maxEmailChanges });
  return (findings) => {
    const result = changed(changes);
    const map = records.maps[type];
    const stale = records.stale[type];
    if (!result) {
      delete records.states[type];
      for (const id of map.ids()) stale.add(id);
      return;
    }
    // Only what is loaded: the rest is fetched when it comes into sight.
    for (const id of [...result.updated, ...result.created]) if (map.base(id)) stale.add(id);
    map.remove(result.destroyed);
    if (type === "Email") bodyCacheOf(records).remove(result.destroyed);
    records.states[type] = result.newState;
    findings.hasMore ||= result.hasMoreChanges;
  };
}

/** Of several accounts together all that was asked for may be one's whose server is away: it stays as it was known. */
function unlessAway<N extends "Email/get" | "Thread/get">(call: Call<N>): ReturnType<Call<N>["result"]> | undefined {
  try {
    return call.result();
  } catch (error) {
    if (error instanceof MethodError && error.type === "serverUnavailable") return undefined;
    throw error;
  }
}

/** Types that a broken connection left out stay stale, and are fetched by the next sync. */
async function fetchStale(records: AccountRecords): Promise<void> {
  const { maxObjectsInGet } = limits();
  const { accountId, maps, stale } = records;
  while (stale.Email.size > 0 || stale.Thread.size > 0) {
    const ids = [...stale.Email].slice(0, maxObjectsInGet);
    const threadIds = [...stale.Thread].slice(0, maxObjectsInGet);
    const { get, thread, askedAt } = await request((calls) => ({
      get: calls.call("Email/get", { accountId, ids, properties: [...rowProperties], ...shortHeaders() }),
      thread: calls.call("Thread/get", { accountId, ids: threadIds }),
      askedAt: maps.Email.now(),
    }));
    batch(() => {
      const emails = unlessAway(get);
      if (emails) {
        maps.Email.put((emails.list as EmailRow[]).map(compactRow), askedAt);
        maps.Email.remove(emails.notFound);
        records.noteState("Email", emails.state);
      }
      const threads = unlessAway(thread);
      if (threads) {
        maps.Thread.put(threads.list as Thread[]);
        maps.Thread.remove(threads.notFound);
        records.noteState("Thread", threads.state);
      }
      for (const id of ids) stale.Email.delete(id);
      for (const id of threadIds) stale.Thread.delete(id);
    });
  }
}

const unloadedLists = (records: AccountRecords): LiveList[] =>
  cachedLists(records).filter((list) => list.isWatched && !list.isLoaded);

async function syncOnce(records: AccountRecords): Promise<Findings> {
  const findings: Findings = { hasMore: false, staleLists: [] };
  const lists = followedLists(records);
  for (const list of unloadedLists(records)) list.missSync();
  const apply = await request((calls) => {
    const mailboxes = mailboxCalls(calls, records);
    const emails = changesOf(calls, records, "Email");
    const threads = changesOf(calls, records, "Thread");
    const important = importantCountCalls(calls, records);
    const listCalls = lists.slice(0, 2).map((list) => ({ list, apply: list.changeCalls(calls) }));
    return (): void => {
      mailboxes(findings);
      emails(findings);
      threads(findings);
      try {
        important();
      } catch {
        // A server without the query for it: the number stays as it is.
      }
      for (const { list, apply: applyList } of listCalls) {
        const fetched = applyList();
        if (!fetched) findings.staleLists.push(list);
        else for (const id of fetched) records.stale.Email.delete(id);
      }
    };
  });
  batch(apply);
  return findings;
}

/** Brings all that is loaded of an account to the server's present state. @throws what the requests throw */
export const sync = (records = currentRecords()): Promise<void> => runExclusive(() => syncNow(records));

async function syncNow(records: AccountRecords): Promise<void> {
  if (records.accountId === "") return;
  if (!isMailboxesLoaded(records)) await loadMailboxes(records);
  const announceNewMail = watchNewMail(records);
  for (let pass = 0; pass < 50; pass++) {
    const findings = await syncOnce(records);
    await fetchStale(records);
    for (const list of findings.staleLists) await list.reload();
    if (!isMailboxesLoaded(records)) await loadMailboxes(records);
    if (!findings.hasMore) break;
  }
  announceNewMail();
  for (const list of unloadedLists(records)) {
    list.missSync();
    void list.load();
  }
}

let isRunning = false;

async function run(): Promise<void> {
  // The requests stay pending until the server is back: the connection monitor resumes them.
  if (isRunning || getConnection() === "offline") return;
  isRunning = true;
  try {
    // Requests in the same moment are coalesced into one sync.
    await Promise.resolve();
    while (isSyncPending())
      await runExclusive(async () => (takeSyncRequests() ? syncNow(currentRecords()) : undefined));
  } catch (error) {
    // The connection says when to try again; anything else is a defect that the console should show.
    if (!isUnreachable(error)) console.error(error);
  } finally {
    isRunning = false;
  }
}

onSyncRequest(() => void run());
onReachable(() => requestSync());
