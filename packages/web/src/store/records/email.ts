/** Emails: rows from the lists, whole Emails on demand. */
import { type Email, type Id, MethodError, SetFailure } from "@pismo/jmap";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import {
  bodyPartProperties,
  compactRow,
  type EmailRow,
  type FullEmail,
  type EmailContent,
  contentProperties,
  rowProperties,
} from "./email-properties.ts";
import { failureNumber } from "../failure-number.ts";
import { onReachable } from "../sync/connection.ts";
import { BodyCache, type LoadFailure } from "./body-cache.ts";
import { type AccountRecords, currentRecords, useCurrentRecords, useRecord } from "./records.ts";
import { request } from "../session/session.ts";
import { batch } from "../signal.ts";

/** Octets of one body part that are fetched: more than this no Email's text has, and no page bears. */
const maxBodyValueBytes = 2_000_000;

const caches = new WeakMap<AccountRecords, BodyCache>();

export function bodyCacheOf(records: AccountRecords): BodyCache {
  let cache = caches.get(records);
  if (!cache) caches.set(records, (cache = new BodyCache()));
  return cache;
}

/** The row of an Email that the store has loaded. */
export function useEmailRow(id: Id | undefined): EmailRow | undefined {
  return useRecord("Email", id);
}

/** The row of an Email as it is now, outside components. */
export const getEmailRow = (id: Id): EmailRow | undefined => currentRecords().maps.Email.get(id);

export interface EmailState {
  status: "loading" | "ready" | LoadFailure;
  /** With "error": finds the failure in the log of the server. */
  failureNumber?: string | undefined;
  /** The whole Email, with body values. */
  email: FullEmail | undefined;
  /** All Emails of its conversation, oldest first, this one too. */
  threadIds: readonly Id[];
}

/** Loads Emails with their bodies; those that are there are not asked for again. */
export async function loadEmails(ids: readonly Id[], records = currentRecords()): Promise<void> {
  const cache = bodyCacheOf(records);
  const { accountId, maps } = records;
  const missing = ids.filter((id) => cache.begin(id, !maps.Email.has(id)));
  if (missing.length === 0) return;
  try {
    const { get, threads, askedAt } = await request((calls) => {
      const call = calls.call("Email/get", {
        accountId,
        ids: missing,
        properties: [...new Set<string>([...rowProperties, ...contentProperties])],
        bodyProperties: [...bodyPartProperties],
        fetchTextBodyValues: true,
        fetchHTMLBodyValues: true,
        maxBodyValueBytes,
      });
      const thread = calls.call("Thread/get", { accountId, "#ids": call.ref("/list/*/threadId") });
      return { get: call, threads: thread, askedAt: maps.Email.now() };
    });
    batch(() => {
      const { list, notFound, state } = get.result();
      const emails = list as Email[];
      maps.Email.put(emails.map(compactRow), askedAt);
      records.noteState("Email", state);
      const found = threads.result();
      maps.Thread.put(found.list as { id: Id; emailIds: Id[] }[]);
      records.noteState("Thread", found.state);
      for (const email of emails) cache.put(bodyOf(email));
      for (const id of notFound) cache.fail(id, "notFound");
    });
  } catch (error) {
    const isElsewhere = error instanceof MethodError && error.type === "serverUnavailable";
    for (const id of missing) cache.fail(id, isElsewhere ? "elsewhere" : "error", failureNumber(error));
    if (error instanceof MethodError) console.error(error);
  }
}

/** One whole Email. @throws SetFailure notFound where it is not there, TypeError where it could not be fetched */
export async function loadEmail(id: Id, records = currentRecords()): Promise<FullEmail> {
  await loadEmails([id], records);
  const entry = await bodyCacheOf(records).settled(id);
  const row = records.maps.Email.get(id);
  if (row && entry?.body) return { ...row, ...entry.body };
  if (entry?.failure && entry.failure !== "notFound") throw new TypeError("The Email could not be fetched");
  throw new SetFailure({ type: "notFound" });
}

function bodyOf(email: Email): EmailContent {
  return Object.fromEntries(contentProperties.map((name) => [name, email[name]])) as unknown as EmailContent;
}

/**
 * Fetches a whole Email.
 * @param timeoutMs resolves then at the latest
 * @returns undefined where it is there; else resolves when it is, it is known that it cannot be had, or the time is over
 */
export function fetchEmail(id: Id, timeoutMs: number): Promise<void> | undefined {
  const records = currentRecords();
  const cache = bodyCacheOf(records);
  if (cache.peek(id)?.body && records.maps.Email.has(id)) return undefined;
  void loadEmails([id], records);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    void cache.settled(id).then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Fetches an Email that will probably be opened next. */
export function prefetchEmail(id: Id | undefined): void {
  if (id !== undefined) void loadEmails([id]);
}

const noIds: readonly Id[] = [];

/** A whole Email, loaded when it is not there. Its keywords and folders follow the row. */
export function useEmail(id: Id): EmailState {
  const records = useCurrentRecords();
  const cache = bodyCacheOf(records);
  const subscribe = useMemo(() => (listener: () => void) => cache.subscribe(id, listener), [cache, id]);
  const read = () => cache.peek(id);
  const entry = useSyncExternalStore(subscribe, read, read);
  const row = useEmailRow(id);
  const thread = useRecord("Thread", row?.threadId);
  const { accountId } = records;
  useEffect(() => {
    if (accountId === "") return undefined;
    void loadEmails([id], records);
    return onReachable(() => void loadEmails([id], records));
  }, [records, accountId, id]);
  return useMemo(() => {
    const body = entry?.body;
    const threadIds = thread?.emailIds ?? noIds;
    if (row && body) return { status: "ready", email: { ...row, ...body }, threadIds };
    // The row goes when the Email was destroyed.
    const status = body ? "notFound" : (entry?.failure ?? "loading");
    return { status, failureNumber: entry?.failureNumber, email: undefined, threadIds };
  }, [row, entry, thread]);
}
