/** Which addresses the submission servers of accounts let them send from, as far as that can be known without sending. */
import { type Id, type SenderTrial, utcDateOf } from "@pismo/jmap";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { oneLine, type Relay, signInToRelay } from "../smtp/send/relay.ts";
import { trySenders } from "../smtp/send/sender-trial.ts";

/** What a server has said is believed so long. */
const KNOWN_MS = 24 * 3600_000;
const MAX_KNOWN = 1000;
/** For all addresses: a person waits. What was not answered by then is not known. */
const LONGEST_MS = 30_000;

interface KnownTrial extends SenderTrial {
  triedAt: string;
}

export class SenderTrials {
  /** By account, server and address; the oldest first. */
  readonly #known = new Map<string, KnownTrial>();

  /** Where the server cannot be asked nothing is refused. */
  async of(
    accountId: Id,
    relay: Relay,
    emails: readonly string[],
    signal = AbortSignal.timeout(LONGEST_MS),
  ): Promise<SenderTrial[]> {
    const { host, username } = relay.url;
    const keyOf = (email: string): string => JSON.stringify([accountId, host, username, email.toLowerCase()]);
    const knownOf = (email: string): KnownTrial | undefined => {
      const found = this.#known.get(keyOf(email));
      return found && Date.now() - Date.parse(found.triedAt) < KNOWN_MS ? found : undefined;
    };
    const unknown = [...new Set(emails)].filter((email) => !knownOf(email));
    const triedAt = utcDateOf(Date.now());
    for (const [email, refusal] of await answersOf(relay, unknown, signal)) {
      const reply = refusal === null ? null : oneLine(refusal, relay);
      this.#note(keyOf(email), { email, isRefused: reply !== null, reply, triedAt });
    }
    return emails.map((email) => ({ ...(knownOf(email) ?? { isRefused: false, reply: null, triedAt: null }), email }));
  }

  #note(key: string, trial: KnownTrial): void {
    this.#known.delete(key);
    this.#known.set(key, trial);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}

async function answersOf(
  relay: Relay,
  emails: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string | null>> {
  const answers = new Map<string, string | null>();
  if (emails.length === 0) return answers;
  const ask = (connection: SMTPConnection): Promise<void> => trySenders(connection, emails, answers);
  await signInToRelay(relay, ask, signal).catch(() => undefined);
  return answers;
}
