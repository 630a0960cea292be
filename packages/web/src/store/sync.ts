/** Fetches what changed elsewhere: records by …/changes, the open lists by Email/queryChanges, in one request. */
import type { Batch, Call, Id, Mailbox, MethodName, Thread } from "@pismo/jmap";
import { watchArrivals } from "./arrivals.ts";
import { getConnection, isUnreachable, onReachable } from "./connection.ts";
import { compactRow, type EmailRow, rowProperties } from "./email-properties.ts";
import { followedLists, keptLists } from "./email-list.ts";
import { lettersOf } from "./email.ts";
import { inTurn } from "./exchange.ts";
import { importantCountCalls } from "./important-count.ts";
import type { LiveList } from "./live-list.ts";
import { isMailboxesLoaded, loadMailboxes } from "./mailboxes.ts";
import { type AccountRecords, currentRecords } from "./records.ts";
import { limits, request } from "./session.ts";
import { batch } from "./signal.ts";
import { hasSyncWishes, onSyncRequest, requestSync, takeSyncWishes } from "./sync-request.ts";

const maxChanges = 1000;

type Changes = Call<Extract<MethodName, "Mailbox/changes" | "Email/changes" | "Thread/changes">>;

/** What a sync found that needs another request. */
interface Findings {
  updatedEmails: Set<Id>;
  updatedThreads: Set<Id>;
  hasMore: boolean;
  staleLists: LiveList[];
}

function mailboxCalls(calls: Batch, records: AccountRecords): (findings: Findings) => void {
  const { accountId, states, maps } = records;
  if (states.Mailbox === undefined) return () => undefined;
  const changes = calls.call("Mailbox/changes", { accountId, sinceState: states.Mailbox });
  const created = calls.call("Mailbox/get", { accountId, "#ids": changes.ref("/created") });
  const updated = calls.call("Mailbox/get", { accountId, "#ids": changes.ref("/updated") });
  const askedAt = maps.Mailbox.now();
  return (findings) => {
    const result = changed(changes);
    if (!result) {
      delete states.Mailbox;
      maps.Mailbox.remove(maps.Mailbox.ids());
      return;
    }
    maps.Mailbox.put([...created.result().list, ...updated.result().list] as Mailbox[], askedAt);
    maps.Mailbox.remove(result.destroyed);
    states.Mailbox = result.newState;
    findings.hasMore ||= result.hasMoreChanges;
  };
}

/** Undefined where the server cannot say what changed (RFC 8620 §5.2): then what is loaded is loaded anew. */
function changed(call: Changes): ReturnType<Changes["result"]> | undefined {
  try {
    return call.result();
  } catch {
    return undefined;
  }
}

function changesOf(
  calls: Batch,
  records: AccountRecords,
  type: "Email" | "Thread",
): { apply(found: (ids: readonly Id[]) => void, findings: Findings): void } {
  const sinceState = records.states[type];
  const { accountId } = records;
  if (sinceState === undefined) return { apply: () => undefined };
  const changes = calls.call(`${type}/changes`, { accountId, sinceState, maxChanges });
  return {
    apply(found, findings) {
      const result = changed(changes);
      const map = records.maps[type];
      if (!result) {
        delete records.states[type];
        found(map.ids());
        return;
      }
      // Only what is loaded: the rest is fetched when it comes into sight.
      found([...result.updated, ...result.created].filter((id) => map.base(id)));
      map.remove(result.destroyed);
      if (type === "Email") lettersOf(records).remove(result.destroyed);
      records.states[type] = result.newState;
      findings.hasMore ||= result.hasMoreChanges;
    },
  };
}

async function fetchUpdated(records: AccountRecords, { updatedEmails, updatedThreads }: Findings): Promise<void> {
  const { maxObjectsInGet } = limits();
  const { accountId, maps } = records;
  const emails = [...updatedEmails];
  const threads = [...updatedThreads];
  while (emails.length > 0 || threads.length > 0) {
    const [ids, threadIds] = [emails.splice(0, maxObjectsInGet), threads.splice(0, maxObjectsInGet)];
    const { get, thread, askedAt } = await request((calls) => ({
      get: calls.call("Email/get", { accountId, ids, properties: [...rowProperties] }),
      thread: calls.call("Thread/get", { accountId, ids: threadIds }),
      askedAt: maps.Email.now(),
    }));
    batch(() => {
      maps.Email.put((get.result().list as EmailRow[]).map(compactRow), askedAt);
      maps.Email.remove(get.result().notFound);
      records.noteState("Email", get.result().state);
      maps.Thread.put(thread.result().list as Thread[]);
      maps.Thread.remove(thread.result().notFound);
      records.noteState("Thread", thread.result().state);
    });
  }
}

async function round(records: AccountRecords): Promise<Findings> {
  const findings: Findings = { updatedEmails: new Set(), updatedThreads: new Set(), hasMore: false, staleLists: [] };
  const lists = followedLists(records);
  const apply = await request((calls) => {
    const mailboxes = mailboxCalls(calls, records);
    const emails = changesOf(calls, records, "Email");
    const threads = changesOf(calls, records, "Thread");
    const important = importantCountCalls(calls, records);
    const listCalls = lists.slice(0, 2).map((list) => ({ list, apply: list.changeCalls(calls) }));
    return (): void => {
      mailboxes(findings);
      emails.apply((ids) => ids.forEach((id) => findings.updatedEmails.add(id)), findings);
      threads.apply((ids) => ids.forEach((id) => findings.updatedThreads.add(id)), findings);
      try {
        important();
      } catch {
        // A server without the query for it: the number stays as it is.
      }
      for (const { list, apply: applyList } of listCalls) {
        const fetched = applyList();
        if (!fetched) findings.staleLists.push(list);
        else for (const id of fetched) findings.updatedEmails.delete(id);
      }
    };
  });
  batch(apply);
  return findings;
}

/** Brings all that is loaded of an account to the server's present state. @throws what the requests throw */
export async function sync(records = currentRecords()): Promise<void> {
  if (records.accountId === "") return;
  if (!isMailboxesLoaded(records)) await loadMailboxes(records);
  const tellArrivals = watchArrivals(records);
  for (let rounds = 0; rounds < 50; rounds++) {
    const findings = await round(records);
    await fetchUpdated(records, findings);
    for (const list of findings.staleLists) await list.startAnew();
    if (!isMailboxesLoaded(records)) await loadMailboxes(records);
    if (!findings.hasMore) break;
  }
  tellArrivals();
  for (const list of keptLists(records)) if (list.isWatched && !list.isLoaded) void list.load();
}

let isRunning = false;

async function run(): Promise<void> {
  // The wishes stand until the server is back: somebody else asks for that.
  if (isRunning || getConnection() === "offline") return;
  isRunning = true;
  try {
    // What is wished for in the same moment is one sync.
    await Promise.resolve();
    while (hasSyncWishes()) await inTurn(async () => (takeSyncWishes() ? sync() : undefined));
  } catch (error) {
    // The connection says when to try again; anything else is a defect that the console should show.
    if (!isUnreachable(error)) console.error(error);
  } finally {
    isRunning = false;
  }
}

onSyncRequest(() => void run());
onReachable(() => requestSync());
