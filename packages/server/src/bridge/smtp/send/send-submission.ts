/** Sends one claimed submission to its recipients, and records and reports the outcomes. */
import type { Id } from "@pismo/jmap";
import type { Config } from "../../../config.ts";
import type { Ingest } from "../../../ingest/ingest.ts";
import type { Logger } from "../../../log.ts";
import { withoutBcc } from "../../../mime/compose/compose.ts";
import type { RecipientRecord } from "../../../store/submission/email-submissions.ts";
import { getImapServer } from "../../../store/mirror/imap-accounts.ts";
import { beginTransmission, recordOutcomes } from "../../../store/submission/delivery-queue.ts";
import type { ClaimedSubmission, Outcome } from "../../../store/submission/delivery-queue.ts";
import type { Reader, Store } from "../../../store/db/store.ts";
import type { Vault } from "../../../store/auth/vault.ts";
import type { AccessTokens } from "../../oauth/access-tokens.ts";
import { recordWithReport } from "./bounce.ts";
import { resolveAddress } from "../local-addresses.ts";
import { deliverLocally } from "./local-delivery.ts";
import { type OutgoingMessage, outgoingMessage } from "./outgoing-message.ts";
import { sendThroughRelay } from "./relay.ts";
import type { RecipientOutcome, Relay } from "./relay.ts";
import { untilReachable } from "./until-reachable.ts";
import { defaultRetryPlan, nextAttempt } from "./retry.ts";
import type { RetryPlan } from "./retry.ts";

export interface SendingOptions {
  config: {
    /** Domain of local mailboxes, also our name in EHLO. */
    domain: string;
    /** The relay for recipients elsewhere. */
    smtpUrl: URL | undefined;
    /** hosted: the domain is the mail server's, which knows its mailboxes. */
    mode?: Config["mode"];
  };
  store: Store;
  ingest: Ingest;
  log: Logger;
  retryPlan?: RetryPlan;
  /** Decrypts the passwords of accounts with servers of their own. */
  vault?: Vault;
  /** For accounts whose provider requires OAuth. */
  tokens?: AccessTokens;
  /** Checked again when a message is sent: it may have been delayed, and an alias removed. */
  maySendFrom?: (reader: Reader, accountId: Id, address: string) => Promise<boolean>;
  /** For tests: certificates to trust for accounts' own servers. */
  tls?: { ca?: string | undefined };
}

/** Resolves when every recipient's outcome is recorded, also when `signal` aborts it. @throws StoreError */
export async function sendSubmission(
  submission: ClaimedSubmission,
  options: SendingOptions,
  signal: AbortSignal,
): Promise<void> {
  const { store, config, log } = options;
  if (!(await isStillAllowed(submission, options))) {
    const forbidden = submission.recipients.map((recipient) =>
      refused(recipient, `550 5.7.1 Letters cannot be sent from ${submission.mailFrom.email} any more`),
    );
    return recordWithReport(submission, forbidden, options);
  }
  const message = await outgoingMessage(store.blobsOf(submission.accountId), submission.blobId, submission.isRedirect);
  if (!message) {
    const missing = submission.recipients.map((recipient) =>
      refused(recipient, "554 5.3.0 The letter is not there any more, or it is damaged"),
    );
    await store.write((tx) => recordOutcomes(tx, submission, missing));
    return;
  }

  const here = new Map<Id, RecipientRecord[]>();
  const elsewhere: RecipientRecord[] = [];
  const outcomes: Outcome[] = [];
  for (const recipient of submission.recipients) {
    const resolution =
      config.mode === "hosted"
        ? ({ kind: "elsewhere" } as const)
        : await store.read((reader) => resolveAddress(reader, config.domain, recipient.email));
    if (resolution.kind === "elsewhere") elsewhere.push(recipient);
    else if (resolution.kind === "unknown") outcomes.push(refused(recipient, "550 5.1.1 No such mailbox"));
    else here.set(resolution.accountId, [...(here.get(resolution.accountId) ?? []), recipient]);
  }
  const blobs = store.blobsOf(submission.accountId);
  const stored = here.size > 0 ? ((await blobs.get(submission.blobId)) ?? Buffer.of()) : Buffer.of();
  const bytes = submission.isRedirect ? stored : withoutBcc(stored);
  for (const [accountId, recipients] of here) {
    outcomes.push(...(await deliverLocally({ accountId, recipients, bytes, submission }, options)));
  }
  if (elsewhere.length > 0) outcomes.push(...(await relayAll(message, submission, elsewhere, options, signal)));

  if (outcomes.length === 0) return;
  await untilReachable(() => recordWithReport(submission, outcomes, options), signal);
  for (const { position, state, smtpReply } of outcomes) {
    log.info("Message sent", { id: submission.submissionId, recipient: position, state, reply: smtpReply });
  }
}

async function isStillAllowed(
  { accountId, mailFrom }: ClaimedSubmission,
  { store, maySendFrom }: SendingOptions,
): Promise<boolean> {
  // Without an envelope sender it is a report or a vacation response.
  if (!maySendFrom || mailFrom.email === "") return true;
  return store.read((reader) => maySendFrom(reader, accountId, mailFrom.email));
}

async function relayAll(
  message: OutgoingMessage,
  submission: ClaimedSubmission,
  recipients: readonly RecipientRecord[],
  options: SendingOptions,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const { mailFrom } = submission;
  const { config, store, retryPlan = defaultRetryPlan } = options;
  const relay = await relayOf(submission, options);
  if (!relay) {
    const reply = "550 5.4.4 No server is set that takes letters to elsewhere (PISMO_SMTP_URL)";
    return recipients.map((recipient) => refused(recipient, reply));
  }
  const outcomes = await sendThroughRelay(
    { ...relay, name: config.domain },
    { mailFrom, rcptTo: recipients, message },
    async (addresses) => {
      const positions = recipients.filter(({ email }) => addresses.includes(email)).map(({ position }) => position);
      const allowed = await store.write((tx) => beginTransmission(tx, submission, positions));
      if (allowed.length === 0) throw new Error("taken back while it was being sent");
    },
    signal,
  );
  const byAddress = new Map(outcomes.map((outcome) => [outcome.address, outcome]));
  return recipients.map((recipient) => outcomeOf(recipient, byAddress.get(recipient.email), retryPlan));
}

/** The account's own server, or the common one. */
async function relayOf(
  { accountId }: ClaimedSubmission,
  { config, store, vault, tokens, tls = {} }: SendingOptions,
): Promise<Omit<Relay, "name"> | undefined> {
  const server = vault && (await store.read((reader) => getImapServer(reader, accountId, vault)));
  if (!server?.smtpUrl) return config.smtpUrl && { url: config.smtpUrl };
  const url = new URL(server.smtpUrl);
  url.username = encodeURIComponent(server.username);
  url.password = encodeURIComponent(server.password ?? "");
  return { url, tls, ...(server.grantedAt !== null && tokens && { accessToken: tokens.of(accountId) }) };
}

const refused = ({ position }: RecipientRecord, smtpReply: string): Outcome => ({ position, state: "no", smtpReply });

function outcomeOf(recipient: RecipientRecord, outcome: RecipientOutcome | undefined, plan: RetryPlan): Outcome {
  const { position, attempts } = recipient;
  const smtpReply = outcome?.reply ?? "";
  switch (outcome?.outcome) {
    case "sent":
      return { position, state: "yes", smtpReply };
    case "refused":
      return refused(recipient, smtpReply);
    case "unknown":
      return { position, state: "unknown", smtpReply };
    default: {
      const nextAttemptAt = nextAttempt(plan, attempts, new Date(), Math.random());
      return nextAttemptAt ? { position, state: "queued", smtpReply, nextAttemptAt } : refused(recipient, smtpReply);
    }
  }
}
