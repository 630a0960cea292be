/** One claimed submission: to whom of its recipients the letter could be given, and what is told to the sender. */
import type { Id } from "@pismo/jmap";
import type { Config } from "../../config.ts";
import type { Ingest } from "../../ingest/ingest.ts";
import type { Logger } from "../../log.ts";
import { withoutBcc } from "../../mime/compose.ts";
import type { RecipientRecord } from "../../store/email-submissions.ts";
import { getImapServer } from "../../store/imap-accounts.ts";
import { beginTransmission, recordOutcomes } from "../../store/outbox.ts";
import type { ClaimedSubmission, Outcome } from "../../store/outbox.ts";
import type { Store } from "../../store/store.ts";
import type { Vault } from "../../store/vault.ts";
import type { AccessTokens } from "../oauth/access-tokens.ts";
import { recordWithReport } from "./bounce.ts";
import { resolveAddress } from "./local-addresses.ts";
import { deliverLocally } from "./local-delivery.ts";
import { type OutgoingMessage, outgoingMessage } from "./outgoing-message.ts";
import { sendThroughRelay } from "./relay.ts";
import type { RecipientOutcome, Relay } from "./relay.ts";
import { defaultRetryPlan, nextAttempt } from "./retry.ts";
import type { RetryPlan } from "./retry.ts";

export interface SendingOptions {
  config: {
    /** Domain of the local mailboxes, also our name in EHLO. */
    domain: string;
    /** Where letters to elsewhere go. */
    smtpUrl: URL | undefined;
    /** hosted: people's domain is the mail server's, which knows who is there. */
    mode?: Config["mode"];
  };
  store: Store;
  ingest: Ingest;
  log: Logger;
  retryPlan?: RetryPlan;
  /** Opens the passwords of accounts that have a server of their own. */
  vault?: Vault;
  /** For accounts whose provider wants OAuth. */
  tokens?: AccessTokens;
  /** For tests: the certificates that accounts' own servers are trusted by. */
  tls?: { ca?: string | undefined };
}

/** Every recipient's outcome is recorded when it resolves, also when `signal` breaks it off. @throws StoreError */
export async function sendSubmission(
  submission: ClaimedSubmission,
  options: SendingOptions,
  signal: AbortSignal,
): Promise<void> {
  const { store, config, log } = options;
  const message = await outgoingMessage(store.blobs, submission.blobId);
  if (!message) {
    const lost = submission.recipients.map((recipient) =>
      refused(recipient, "554 5.3.0 The letter is not there any more"),
    );
    return store.write((tx) => recordOutcomes(tx, submission.submissionId, lost));
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
  const bytes = here.size > 0 ? withoutBcc((await store.blobs.get(submission.blobId)) ?? Buffer.of()) : Buffer.of();
  for (const [accountId, recipients] of here) {
    outcomes.push(...(await deliverLocally({ accountId, recipients, bytes, submission }, options)));
  }
  if (elsewhere.length > 0) outcomes.push(...(await relayAll(message, submission, elsewhere, options, signal)));

  if (outcomes.length === 0) return;
  await recordWithReport(submission, outcomes, options);
  for (const { position, state, smtpReply } of outcomes) {
    log.info("Letter sent", { id: submission.submissionId, recipient: position, state, reply: smtpReply });
  }
}

async function relayAll(
  message: OutgoingMessage,
  submission: ClaimedSubmission,
  recipients: readonly RecipientRecord[],
  options: SendingOptions,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const { submissionId, mailFrom } = submission;
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
      const allowed = await store.write((tx) => beginTransmission(tx, submissionId, positions));
      if (allowed.length === 0) throw new Error("taken back while it was being sent");
    },
    signal,
  );
  const byAddress = new Map(outcomes.map((outcome) => [outcome.address, outcome]));
  return recipients.map((recipient) => outcomeOf(recipient, byAddress.get(recipient.email), retryPlan));
}

/** The account's own server, or the one for all. */
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
