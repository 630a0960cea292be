/** What a server does by itself: sends, vacation responses, sweeps. */
import type { Id } from "@pismo/jmap";
import { davRules } from "../../bridge/carddav/dav-client.ts";
import { startContactSync } from "../../bridge/carddav/sync-worker.ts";
import { startReadingScripts } from "../../bridge/managesieve/read-worker.ts";
import { createSieveServers } from "../../bridge/managesieve/sieve-servers.ts";
import type { AccessTokens } from "../../bridge/oauth/access-tokens.ts";
import { contactsGrants } from "../../bridge/oauth/contacts-grants.ts";
import type { RuleReplyOptions } from "../../bridge/smtp/rules/reply-options.ts";
import { startRuleReplies } from "../../bridge/smtp/rules/rule-reply-queue.ts";
import { startSubmissionQueue } from "../../bridge/smtp/send/submission-queue.ts";
import { startVacationQueue } from "../../bridge/smtp/vacation/vacation-queue.ts";
import { startFactReader } from "../../fact-reader/fact-reader.ts";
import { startFileReader } from "../../files/file-reader.ts";
import { startNewsletterReader } from "../../ingest/newsletter-reader.ts";
import { startReleasing } from "../../ingest/screening/release-worker.ts";
import { startNotifying } from "../../notify/notify-worker.ts";
import { startSpamLearning } from "../../spam/spam-learner.ts";
import { startReminding } from "../../snooze/remind-worker.ts";
import { startWaking } from "../../snooze/wake-worker.ts";
import { canAnswer } from "../../methods/vacation-response/can-answer.ts";
import { finishRemovals } from "../../store/auth/remove-account.ts";
import type { Reader } from "../../store/db/store.ts";
import { forgetAuditBefore } from "../../store/people/audit-log.ts";
import { emptyFolders } from "../../store/sweep/empty-folders.ts";
import { sweepStore } from "../../store/sweep/sweep.ts";
import { startForeignTransfers } from "../../transfers/foreign/foreign-transfer-worker.ts";
import { startTransfers } from "../../transfers/transfer-worker.ts";
import { accountPeople, signedInPeople } from "../../upstream/held/held-people.ts";
import { startHeldQueue } from "../../upstream/held/held-worker.ts";
import { createRemoteAccounts } from "../../upstream/remote-accounts.ts";
import { pushRules } from "../../web-push/push-rules.ts";
import { type Core, type Opened, WEB_PUSH_KEY } from "./core.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

/** A database may be restored to any moment of the last weeks: its messages must still be there. */
const DATABASE_BLOB_DAYS = 30;

/** Once a day. */
const SWEEPS_PER_STRAY_SEARCH = 24;

/** The delivery queue, vacation responses, transfers between accounts, snoozed letters, notifications and sweeps. */
export function startJobs(core: Core, tokens: AccessTokens, opened: Opened): void {
  const { config, log, store, membership, ingest, vault, submission } = core;
  const { maySendFrom } = submission;
  const queue = startSubmissionQueue({ config, store, membership, ingest, log, vault, tokens, maySendFrom });
  const maySend = async (reader: Reader, accountId: Id, address: string): Promise<boolean> =>
    (await submission.canRelay(reader, accountId)) && maySendFrom(reader, accountId, address);
  const vacation = startVacationQueue({ config, store, ingest, log, maySend });
  const replies = startRuleReplies({ config, store, ingest, log, ...ruleRules(core) });
  opened.push(() => Promise.all([queue.close(), vacation.close(), replies.close()]));
  sweepPeriodically(core, opened);
  opened.push(startFileReader(core));
  opened.push(startNewsletterReader(core));
  const trustedServers = new Set(config.trustedServers.map((name) => name.toLowerCase()));
  opened.push(startFactReader({ store, mime: core.mime, log, trustedServers }));
  opened.push(startTransfers(core));
  startForeign(core, opened);
  opened.push(startWaking(core));
  opened.push(startReleasing(core));
  opened.push(startSpamLearning(core));
  const push = pushRules(vault.derive(WEB_PUSH_KEY), config);
  opened.push(startNotifying({ store, log, push, isOwned: config.mode !== "hosted" }));
  const grants = contactsGrants({ store, vault, providers: core.providers, tokens });
  opened.push(startContactSync({ store, vault, log, rules: davRules(config), grants }));
  if (!core.upstream) {
    const servers = createSieveServers({ store, vault, log, tokens });
    opened.push(startReadingScripts({ store, log, servers }));
  }
  emptyPeriodically(core, opened);
  if (config.mode === "hosted") finishEarlierRemovals(core, opened);
}

/** Senders of a local account may be local. */
const ruleRules = ({ submission }: Core): Pick<RuleReplyOptions, "maySend" | "reaches"> => ({
  maySend: async (reader, accountId, address) =>
    (await canAnswer(reader, accountId, submission)) && submission.maySendFrom(reader, accountId, address),
  reaches: async (reader, accountId, address) =>
    (await submission.canRelay(reader, accountId)) ||
    (await submission.resolve(reader, [address])).get(address)?.kind === "local",
});

/** Where other JMAP servers have the mail: behind a hosted server, or those of accounts in personal mode. */
function startForeign({ config, log, store, vault, mime, upstream }: Core, opened: Opened): void {
  if (upstream) opened.push(startHeldQueue({ store, log, remote: upstream, people: signedInPeople }));
  if (config.mode === "hosted") return;
  const remote = createRemoteAccounts({ store, vault, log, domain: config.domain });
  opened.push(() => remote.close());
  opened.push(startForeignTransfers({ store, mime, log, remote }));
  opened.push(startHeldQueue({ store, log, remote, people: accountPeople }));
  opened.push(startReminding({ store, log, remote }));
}

function sweepPeriodically({ config, log, store }: Core, opened: Opened): void {
  const forget = (): void => {
    const before = new Date(Date.now() - config.auditDays * DAY_MS);
    store
      .write((tx) => forgetAuditBefore(tx, before))
      .catch((error: unknown) => log.error("The audit log could not be shortened", { error }));
  };
  forget();
  const graceMs = (config.blobDays ?? (config.databaseUrl ? DATABASE_BLOB_DAYS : 1)) * DAY_MS;
  let sweeps = 0;
  const sweep = setInterval(() => {
    forget();
    const findsStrays = ++sweeps % SWEEPS_PER_STRAY_SEARCH === 0;
    sweepStore(store, { graceMs, findsStrays }, log).catch((error: unknown) =>
      log.error("The sweep failed", { error }),
    );
  }, SWEEP_INTERVAL_MS);
  opened.push(() => clearInterval(sweep));
}

/** From the start on: a computer at home may never run for an hour. */
function emptyPeriodically({ log, store }: Core, opened: Opened): void {
  const ending = new AbortController();
  let running = Promise.resolve();
  const empty = (): void => {
    running = running
      .then(() => emptyFolders({ store, log, isEnding: () => ending.signal.aborted }))
      .catch((error: unknown) => {
        if (!ending.signal.aborted) log.error("Folders could not be emptied", { error });
      });
  };
  empty();
  const timer = setInterval(empty, SWEEP_INTERVAL_MS);
  opened.push(async () => {
    clearInterval(timer);
    ending.abort();
    await running;
  });
}

/** People whose removal was interrupted. A large mailbox takes its time: the server answers while this runs. */
function finishEarlierRemovals({ log, store }: Core, opened: Opened): void {
  const finished = finishRemovals(store, log).catch((error: unknown) =>
    log.error("A person could not be removed completely", { error }),
  );
  opened.push(() => finished);
}
