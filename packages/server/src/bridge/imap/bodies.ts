/**
 * Messages of letters of which only the header is here: at once for whoever opens one, and one after the other, the
 * newest first, so that they can be read without a connection and searched.
 */
import type { Id } from "@pismo/jmap";
import { getFolder } from "../../store/imap-folders.ts";
import { type PlacedMessage, readLetter } from "../../store/imap-messages.ts";
import { getPartial, listPartial, type PartialEmail } from "../../store/partial-emails.ts";
import type { Reader } from "../../store/store.ts";
import { Refusal } from "./errors.ts";
import { fetchRaw } from "./fetch-raw.ts";
import { messageIdIn, messageIdOf } from "./mark.ts";
import type { Mirror } from "./mirror.ts";
import { select } from "./select.ts";
import { uidSet } from "./uid-set.ts";

/** Fetched together, whichever is reached first. */
const BATCH_LETTERS = 40;
const BATCH_OCTETS = 4_000_000;
/** A larger letter comes in such pieces, and never lies in the memory as it comes. */
const PIECE = 1_000_000;

interface Asked {
  answer: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

/** A letter and where its message lies. */
interface Wanted extends PartialEmail {
  at: PlacedMessage;
}

export class Bodies {
  /** In the order in which they were asked for. */
  readonly #asked = new Map<Id, Asked>();
  /** Not to be had where they were last seen. Elsewhere they may be, and there too after a look at the account. */
  readonly #missed = new Map<Id, string>();
  readonly #onAsked: () => void;

  constructor(onAsked: () => void) {
    this.#onAsked = onAsked;
  }

  /** Resolves when the letter is whole or gone. */
  bring(emailId: Id): Promise<void> {
    let asked = this.#asked.get(emailId);
    if (!asked) {
      let settle: Pick<Asked, "resolve" | "reject">;
      const answer = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
      asked = { answer, ...settle! };
      // Whoever asked may have gone.
      answer.catch(() => {});
      this.#asked.set(emailId, asked);
    }
    this.#onAsked();
    return asked.answer;
  }

  get isAsked(): boolean {
    return this.#asked.size > 0;
  }

  /** Nothing can be had now. */
  refuseAll(reason: string): void {
    for (const [emailId] of this.#asked) this.#refuse(emailId, reason);
  }

  /** After a look at the account: letters may have been found where they are now. */
  lookAgain(): void {
    this.#missed.clear();
  }

  /** What people wait for. @returns whether there was anything. @throws when the connection fails; they wait on */
  async serve(mirror: Mirror): Promise<boolean> {
    const ids = [...this.#asked.keys()].slice(0, BATCH_LETTERS);
    if (ids.length === 0) return false;
    const { store, accountId } = mirror;
    const wanted = await store.read(async (reader) => {
      const letters: PartialEmail[] = [];
      for (const id of ids) {
        const letter = await getPartial(reader, accountId, id);
        if (letter) letters.push(letter);
        else this.#settle(id);
      }
      return letters;
    });
    for (const { emailId } of wanted) this.#missed.delete(emailId);
    await this.#fetch(mirror, wanted);
    for (const { emailId } of wanted) {
      if (!this.#missed.has(emailId)) this.#settle(emailId);
      else this.#refuse(emailId, "it is not where it was; it is being looked for");
    }
    // Nobody waits for the others: they are looked for in time.
    if (wanted.some(({ emailId }) => this.#missed.has(emailId))) mirror.wantRound();
    return true;
  }

  /** Whether goAhead would find something. */
  async hasMore({ store, accountId }: Omit<Mirror, "session">): Promise<boolean> {
    return (await store.read((reader) => this.#next(reader, accountId, 1))).length > 0;
  }

  /** Some of what nobody has asked for. @returns false when all are here that can be had. @throws as serve */
  async goAhead(mirror: Mirror): Promise<boolean> {
    const { store, accountId } = mirror;
    const letters = await store.read((reader) => this.#next(reader, accountId, BATCH_LETTERS));
    if (letters.length === 0) return false;
    await this.#fetch(mirror, upTo(letters, BATCH_OCTETS));
    return true;
  }

  async #next(reader: Reader, accountId: Id, count: number): Promise<PartialEmail[]> {
    const found: PartialEmail[] = [];
    for (const letter of await listPartial(reader, accountId, { limit: this.#missed.size + count })) {
      const missed = this.#missed.get(letter.emailId);
      if (missed === undefined || missed !== placeOf((await readLetter(reader, accountId, letter.emailId)).placed[0])) {
        found.push(letter);
      }
      if (found.length === count) break;
    }
    return found;
  }

  #settle(emailId: Id): void {
    this.#asked.get(emailId)?.resolve();
    this.#asked.delete(emailId);
  }

  #refuse(emailId: Id, reason: string): void {
    this.#asked.get(emailId)?.reject(new Error(reason));
    this.#asked.delete(emailId);
  }

  /** What is not had is in #missed afterwards. */
  async #fetch(mirror: Mirror, letters: readonly PartialEmail[]): Promise<void> {
    const { store, ingest, accountId } = mirror;
    const byMailbox = new Map<Id, Wanted[]>();
    for (const letter of letters) {
      const { emailId, blobId } = letter;
      // It came, and the process ended before it was noted.
      if (await ingest.completeStored(accountId, emailId, blobId)) continue;
      const [at] = (await store.read((reader) => readLetter(reader, accountId, emailId))).placed;
      if (!at) this.#missed.set(emailId, placeOf(at));
      else byMailbox.set(at.mailboxId, [...(byMailbox.get(at.mailboxId) ?? []), { ...letter, at }]);
    }
    for (const [mailboxId, wanted] of byMailbox) {
      try {
        const folder = await store.read((reader) => getFolder(reader, mailboxId));
        if (!folder || folder.isGone) throw new Refusal("NONEXISTENT", "the folder is gone");
        await select(mirror, folder);
        let missed = await this.#fetchFrom(mirror, wanted);
        if (missed.length > 0) {
          // What came in after a folder was opened can be fetched only when the server has told of it.
          await mirror.session.client.noop();
          missed = await this.#fetchFrom(mirror, missed);
        }
        for (const letter of missed) this.#miss(letter);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        for (const letter of wanted) this.#miss(letter);
      }
    }
  }

  #miss({ emailId, at }: Wanted): void {
    this.#missed.set(emailId, placeOf(at));
  }

  /** @returns what is not there */
  async #fetchFrom(mirror: Mirror, wanted: readonly Wanted[]): Promise<Wanted[]> {
    const { session, ingest, accountId } = mirror;
    const missed: Wanted[] = [];
    const small = wanted.filter(({ size }) => size <= BATCH_OCTETS);
    for (let rest = small; rest.length > 0;) {
      const batch = upTo(rest, BATCH_OCTETS);
      rest = rest.slice(batch.length);
      const set = uidSet(batch.map(({ at }) => at.uid).toSorted((a, b) => a - b));
      const answers = await session.must(fetchRaw(session.client, set, ["UID", { section: "" }]));
      const bytesOf = new Map(answers.map(({ items, bodies }) => [Number(items.get("UID")), bodies.get("BODY[]")]));
      const arrived = batch.flatMap((letter) => {
        const bytes = bytesOf.get(letter.at.uid);
        if (bytes && isTheSame(bytes, letter)) return { ...letter, bytes };
        missed.push(letter);
        return [];
      });
      if (arrived.length > 0) await ingest.complete(accountId, arrived);
    }
    for (const letter of wanted.filter(({ size }) => size > BATCH_OCTETS)) {
      if (await streamIn(mirror, letter)) await ingest.completeStored(accountId, letter.emailId, letter.blobId);
      else missed.push(letter);
    }
    return missed;
  }
}

const placeOf = (at: PlacedMessage | undefined): string => (at ? `${at.mailboxId} ${at.uid}` : "");

/** At least one. */
function upTo<T extends PartialEmail>(letters: readonly T[], octets: number): T[] {
  let sum = 0;
  const end = letters.findIndex(({ size }, index) => (sum += size) > octets && index > 0);
  return letters.slice(0, end < 0 ? letters.length : end);
}

/** Uids do not lie, but some servers do: of a letter that was moved away a moment ago they say that it is empty. */
const isTheSame = (beginning: Buffer, { size, at: { mark } }: Wanted): boolean =>
  mark === null ? beginning.length > 0 || size === 0 : messageIdOf(beginning) === messageIdIn(mark);

/** @returns false when the letter is not there any more; nothing of it is kept then */
async function streamIn({ session, store }: Mirror, letter: Wanted): Promise<boolean> {
  const { at, blobId } = letter;
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let start = 0; ; start += PIECE) {
      const item = { section: "", start, length: PIECE };
      const [answer] = await session.must(fetchRaw(session.client, String(at.uid), ["UID", item]));
      const piece = answer?.bodies.get(`BODY[]<${start}>`);
      if (!piece || (start === 0 && !isTheSame(piece, letter))) throw new Refusal("EXPUNGED", "the letter is gone");
      yield piece;
      if (piece.length < PIECE) return;
    }
  }
  try {
    await store.blobs.putStream(pieces(), Number.MAX_SAFE_INTEGER, blobId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
  return true;
}
