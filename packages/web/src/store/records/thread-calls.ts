/** The Threads of Emails that another call fetches, with all their Emails. */
import { type Batch, type Call, MethodError, type Thread } from "@pismo/jmap";
import { compactRow, type EmailRow, rowProperties } from "./email-properties.ts";
import type { AccountRecords } from "./records.ts";
import { shortHeaders } from "../session/session.ts";

/** Adds the calls to a batch. What it gives back takes their results into the records. */
export function threadCalls(calls: Batch, records: AccountRecords, emails: Call<"Email/get">): () => void {
  const { accountId, maps } = records;
  const threads = calls.call("Thread/get", { accountId, "#ids": emails.ref("/list/*/threadId") });
  const properties = [...rowProperties];
  const get = calls.call("Email/get", {
    accountId,
    "#ids": threads.ref("/list/*/emailIds"),
    properties,
    ...shortHeaders(),
  });
  const askedAt = maps.Email.now();
  return () => {
    const { list, state } = threads.result();
    maps.Thread.put(list as Thread[]);
    records.noteState("Thread", state);
    try {
      maps.Email.put((get.result().list as EmailRow[]).map(compactRow), askedAt);
    } catch (error) {
      // More than the server gives at once (RFC 8620 §5.1).
      if (!(error instanceof MethodError)) throw error;
      const ids = (list as Thread[]).flatMap(({ emailIds }) => emailIds);
      import("../lists/load-threads.ts").then(({ loadRows }) => loadRows(ids, records)).catch(() => undefined);
    }
  };
}
