/** One Email that waits to be sent: until when, and what can be done about it. */
import { type Id, OUTBOX } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { forgetHeld, openTakenBack } from "../drafts/held-emails.ts";
import { cancelSubmission } from "../drafts/submit-draft.ts";
import { notify } from "../notices.ts";
import { recordsOf } from "../records/records.ts";
import { placeOf } from "../session/all-accounts.ts";
import { getSession, request } from "../session/session.ts";
import { coalesce } from "../sync/coalesce.ts";
import { onNews } from "../sync/news.ts";
import { retrySending } from "./outbox.ts";

export interface Waiting {
  accountId: Id;
  submissionId: Id;
}

export interface WaitingUntil extends Waiting {
  sendAt: Date;
  /** After so many days without an answer it comes back. */
  remindAfterDays: number | null;
}

/** Of an Email that waits to be sent; undefined where it does not. @throws what the request throws */
export async function findWaiting(accountId: Id, id: Id): Promise<WaitingUntil | undefined> {
  if (!getSession()?.accounts[accountId]?.accountCapabilities[OUTBOX]) return undefined;
  const get = await request((calls) => {
    const filter = { emailIds: [id], undoStatus: "pending" as const };
    const query = calls.call("EmailSubmission/query", { accountId, filter, limit: 1 });
    return calls.call("EmailSubmission/get", { accountId, "#ids": query.ref("/ids") });
  });
  const [found] = get.result().list;
  return (
    found && {
      accountId,
      submissionId: found.id!,
      sendAt: new Date(found.sendAt!),
      remindAfterDays: found.remindAfterDays ?? null,
    }
  );
}

/** Until when the Email waits; undefined until that is known, and where it does not. */
export function useWaiting(emailId: Id): WaitingUntil | undefined {
  const [waiting, setWaiting] = useState<WaitingUntil>();
  useEffect(() => {
    let isOver = false;
    const { accountId, id } = placeOf(emailId);
    const load = coalesce(async () => {
      const found = await findWaiting(accountId, id);
      if (!isOver) setWaiting(found);
    });
    const stop = onNews((changed) => {
      if (!changed || changed[accountId]?.EmailSubmission !== undefined) load();
    });
    load();
    return () => {
      isOver = true;
      stop();
    };
  }, [emailId]);
  return waiting;
}

/** Takes it back, to go on writing. @throws as cancelSubmission */
export async function editWaiting({ accountId, submissionId }: Waiting, emailId: Id): Promise<void> {
  await cancelSubmission(recordsOf(accountId), submissionId);
  await openTakenBack(accountId, submissionId, { emailId });
}

/** @throws as retrySending */
export async function sendWaiting({ accountId, submissionId }: Waiting): Promise<void> {
  await retrySending(submissionId, accountId);
  await forgetHeld(accountId, submissionId);
  notify({ key: "outbox.scheduled.sending" });
}

/** @throws as cancelSubmission */
export async function cancelWaiting({ accountId, submissionId }: Waiting): Promise<void> {
  await cancelSubmission(recordsOf(accountId), submissionId);
  await forgetHeld(accountId, submissionId);
  notify({ key: "outbox.scheduled.canceled" });
}

/** Whether it was taken back elsewhere, so that it waits no more and was not sent. @throws what the request throws */
export async function isTakenBack({ accountId, submissionId }: Waiting): Promise<boolean> {
  const get = await request((calls) =>
    calls.call("EmailSubmission/get", { accountId, ids: [submissionId], properties: ["undoStatus"] }),
  );
  const [found] = get.result().list;
  return found === undefined || found.undoStatus === "canceled";
}
