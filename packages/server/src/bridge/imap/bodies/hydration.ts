/**
 * Fetches the messages of Emails that have only their headers here: requested ones at once, the others one after the
 * other, newest first, so that they can be searched, and read offline.
 */
import type { Id } from "@pismo/jmap";
import { getFolder } from "../../../store/mirror/imap-folders.ts";
import { type LocatedCopy, readMirroredEmail } from "../../../store/mirror/imap-copies.ts";
import { getPartial, listPartial, type PartialEmail } from "../../../store/mail/partial-emails.ts";
import { isFull } from "../../../store/people/limits.ts";
import type { Reader } from "../../../store/db/store.ts";
import { Refusal } from "../connection/errors.ts";
import { fetchRaw } from "../connection/fetch-raw.ts";
import { messageIdIn, messageIdOf } from "../pull/fingerprint.ts";
import type { Mirror } from "../sync/mirror.ts";
import { select } from "../connection/select.ts";
import { uidSet } from "../connection/uid-set.ts";

/** Messages of one FETCH: whichever limit is reached first. */
const BATCH_SIZE = 40;
const BATCH_BYTES = 4_000_000;
/** A larger message is streamed in chunks of this size, and is never in memory as a whole. */
const CHUNK_BYTES = 1_000_000;

interface PendingRequest {
  answer: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

/** An Email, and one copy of its message on the server. */
interface LocatedEmail extends PartialEmail {
  at: LocatedCopy;
}

export class Hydration {
  /** In the order of the requests. */
  readonly #requests = new Map<Id, PendingRequest>();
  /** Where a message was not found. It is tried again at another location, and here after a sync pass. */
  readonly #missed = new Map<Id, string>();
  readonly #onRequest: () => void;

  constructor(onRequest: () => void) {
    this.#onRequest = onRequest;
  }

  /** Resolves when the message is here or the Email is deleted. */
  hydrate(emailId: Id): Promise<void> {
    let request = this.#requests.get(emailId);
    if (!request) {
      let settle: Pick<PendingRequest, "resolve" | "reject">;
      const answer = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
      request = { answer, ...settle! };
      // The caller may not wait any more.
      answer.catch(() => {});
      this.#requests.set(emailId, request);
    }
    this.#onRequest();
    return request.answer;
  }

  get hasRequests(): boolean {
    return this.#requests.size > 0;
  }

  /** Nothing can be fetched now. */
  rejectAll(reason: string): void {
    for (const [emailId] of this.#requests) this.#reject(emailId, reason);
  }

  /** After a sync pass, which may have found the messages elsewhere. */
  retryMissed(): void {
    this.#missed.clear();
  }

  /** @returns whether there were requests. @throws when the connection fails; the requests stay pending */
  async hydrateRequested(mirror: Mirror): Promise<boolean> {
    const ids = [...this.#requests.keys()].slice(0, BATCH_SIZE);
    if (ids.length === 0) return false;
    const { store, accountId } = mirror;
    const requested = await store.read(async (reader) => {
      const emails: PartialEmail[] = [];
      for (const id of ids) {
        const email = await getPartial(reader, accountId, id);
        if (email) emails.push(email);
        else this.#resolve(id);
      }
      return emails;
    });
    for (const { emailId } of requested) this.#missed.delete(emailId);
    await this.#fetch(mirror, requested);
    for (const { emailId } of requested) {
      if (!this.#missed.has(emailId)) this.#resolve(emailId);
      else this.#reject(emailId, "it is no longer in its folder, and is being searched for");
    }
    // Requests alone are worth an extra pass.
    if (requested.some(({ emailId }) => this.#missed.has(emailId))) mirror.requestPass();
    return true;
  }

  /** Whether hydrateNext would find something. */
  async hasMore({ store, accountId }: Omit<Mirror, "session">): Promise<boolean> {
    return (await store.read((reader) => this.#next(reader, accountId, 1))).length > 0;
  }

  /** Fetches a batch without a request. @returns false when all that can be fetched is here. @throws as hydrateRequested */
  async hydrateNext(mirror: Mirror): Promise<boolean> {
    const { store, accountId } = mirror;
    const emails = await store.read((reader) => this.#next(reader, accountId, BATCH_SIZE));
    if (emails.length === 0) return false;
    await this.#fetch(mirror, upTo(emails, BATCH_BYTES));
    return true;
  }

  async #next(reader: Reader, accountId: Id, count: number): Promise<PartialEmail[]> {
    const found: PartialEmail[] = [];
    // The rest of a full mailbox stays on its server, from which letters come as they are opened.
    if (await isFull(reader, accountId, 0)) return found;
    for (const email of await listPartial(reader, accountId, { limit: this.#missed.size + count })) {
      const missed = this.#missed.get(email.emailId);
      if (
        missed === undefined ||
        missed !== locationOf((await readMirroredEmail(reader, accountId, email.emailId)).located[0])
      ) {
        found.push(email);
      }
      if (found.length === count) break;
    }
    return found;
  }

  #resolve(emailId: Id): void {
    this.#requests.get(emailId)?.resolve();
    this.#requests.delete(emailId);
  }

  #reject(emailId: Id, reason: string): void {
    this.#requests.get(emailId)?.reject(new Error(reason));
    this.#requests.delete(emailId);
  }

  /** Messages that were not found are in #missed afterwards. */
  async #fetch(mirror: Mirror, emails: readonly PartialEmail[]): Promise<void> {
    const { store, ingest, accountId } = mirror;
    const byMailbox = new Map<Id, LocatedEmail[]>();
    for (const email of emails) {
      const { emailId, blobId } = email;
      // The blob is stored, and the process ended before the Email was completed.
      if (await ingest.completeStored(accountId, emailId, blobId)) continue;
      const [at] = (await store.read((reader) => readMirroredEmail(reader, accountId, emailId))).located;
      if (!at) this.#missed.set(emailId, locationOf(at));
      else byMailbox.set(at.mailboxId, [...(byMailbox.get(at.mailboxId) ?? []), { ...email, at }]);
    }
    for (const [mailboxId, located] of byMailbox) {
      try {
        const folder = await store.read((reader) => getFolder(reader, accountId, mailboxId));
        if (!folder || folder.isGone) throw new Refusal("NONEXISTENT", "the folder is deleted");
        await select(mirror, folder);
        let missed = await this.#fetchFrom(mirror, located);
        if (missed.length > 0) {
          // A message that arrives in an open folder can be fetched once the server has announced it.
          await mirror.session.client.noop();
          missed = await this.#fetchFrom(mirror, missed);
        }
        for (const email of missed) this.#miss(email);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        for (const email of located) this.#miss(email);
      }
    }
  }

  #miss({ emailId, at }: LocatedEmail): void {
    this.#missed.set(emailId, locationOf(at));
  }

  /** @returns what is not there */
  async #fetchFrom(mirror: Mirror, located: readonly LocatedEmail[]): Promise<LocatedEmail[]> {
    const { session, ingest, accountId } = mirror;
    const missed: LocatedEmail[] = [];
    const small = located.filter(({ size }) => size <= BATCH_BYTES);
    for (let rest = small; rest.length > 0;) {
      const batch = upTo(rest, BATCH_BYTES);
      rest = rest.slice(batch.length);
      const set = uidSet(batch.map(({ at }) => at.uid).toSorted((a, b) => a - b));
      const answers = await session.must(fetchRaw(session.client, set, ["UID", { section: "" }]));
      const bytesOf = new Map(answers.map(({ items, bodies }) => [Number(items.get("UID")), bodies.get("BODY[]")]));
      const fetched = batch.flatMap((email) => {
        const bytes = bytesOf.get(email.at.uid);
        if (bytes && isExpected(bytes, email)) return { ...email, bytes };
        missed.push(email);
        return [];
      });
      if (fetched.length > 0) await ingest.complete(accountId, fetched);
    }
    for (const email of located.filter(({ size }) => size > BATCH_BYTES)) {
      if (await streamMessage(mirror, email)) await ingest.completeStored(accountId, email.emailId, email.blobId);
      else missed.push(email);
    }
    return missed;
  }
}

const locationOf = (at: LocatedCopy | undefined): string => (at ? `${at.mailboxId} ${at.uid}` : "");

/** The first Emails within the limit, at least one. */
function upTo<T extends PartialEmail>(emails: readonly T[], maxBytes: number): T[] {
  let sum = 0;
  const end = emails.findIndex(({ size }, index) => (sum += size) > maxBytes && index > 0);
  return emails.slice(0, end < 0 ? emails.length : end);
}

/** Some servers return an empty message for one that was moved a moment ago. */
const isExpected = (beginning: Buffer, { size, at: { fingerprint } }: LocatedEmail): boolean =>
  fingerprint === null ? beginning.length > 0 || size === 0 : messageIdOf(beginning) === messageIdIn(fingerprint);

/** Stores a large message in chunks. @returns false when the server does not have it any more; nothing is stored then */
async function streamMessage({ session, store }: Mirror, email: LocatedEmail): Promise<boolean> {
  const { at, blobId } = email;
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let start = 0; ; start += CHUNK_BYTES) {
      const item = { section: "", start, length: CHUNK_BYTES };
      const [answer] = await session.must(fetchRaw(session.client, String(at.uid), ["UID", item]));
      const chunk = answer?.bodies.get(`BODY[]<${start}>`);
      if (!chunk || (start === 0 && !isExpected(chunk, email)))
        throw new Refusal("EXPUNGED", "the message is not there any more");
      yield chunk;
      if (chunk.length < CHUNK_BYTES) return;
    }
  }
  try {
    await store.blobs.putStream(chunks(), Number.MAX_SAFE_INTEGER, blobId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
  return true;
}
