/** Reads the facts of some letters, one after the other. */
import type { Id } from "@pismo/jmap";
import { findCategories } from "../ingest/assign-category.ts";
import { ifReadable } from "../store/blobs/verify-blobs.ts";
import { type NewlyRead, recordFacts } from "../store/facts/email-facts.ts";
import { type KnownLetter, knownLetters } from "../store/facts/progress.ts";
import { groupsOf, regroup } from "../store/facts/regroup.ts";
import type { Store, Transactor } from "../store/db/store.ts";
import { assignOwnCategories, type OwnCategory } from "../store/mail/own-categories.ts";
import { imapHostOf } from "../store/mirror/imap-accounts.ts";
import type { TextThread } from "../files/text/text-thread.ts";
import type { CategoryGuess } from "../mime/categorize/categorize.ts";
import { leaves } from "../mime/parse/body.ts";
import type { MimePool } from "../worker/pool.ts";
import type { AboutFacts } from "../worker/read-facts.ts";
import { type PdfPart, pdfTexts } from "./pdf-texts.ts";

export interface ReadingParts {
  store: Store;
  mime: MimePool;
  /** Reads PDF files. */
  texts: TextThread;
  trustedServers: ReadonlySet<string>;
  signal: AbortSignal;
}

/** Octets. No letter with facts is longer. */
const MAX_MESSAGE = 10_000_000;

/** A person has written those, or threw them away as spam. */
const unread: ReadonlySet<string | null> = new Set(["drafts", "sent", "junk"]);
const isHidden = ({ roles }: KnownLetter): boolean => roles.length > 0 && roles.every((role) => unread.has(role));
const isSpam = ({ roles }: KnownLetter): boolean => roles.length > 0 && roles.every((role) => role === "junk");

const nothing = { facts: [], appointments: [], domain: "" };

export interface Letters {
  /** They have never been read, or their message has come. */
  fresh: ReadonlySet<Id>;
  /** Their mailboxes or keywords may have changed. */
  changed: readonly Id[];
}

function isToBeRead(letter: KnownLetter, isFresh: boolean): boolean {
  if (letter.isPartial || letter.isWritten || isHidden(letter)) return false;
  const { read, category } = letter;
  if (!read) return isFresh || category !== null;
  return isFresh || !read.isRead || (category !== null && category !== read.category);
}

/** @returns what is to be written; undefined: nothing */
export async function readLetters(
  parts: ReadingParts,
  accountId: Id,
  { fresh, changed }: Letters,
): Promise<((tx: Transactor) => Promise<void>) | undefined> {
  const { store, signal, trustedServers } = parts;
  const { letters, mailServer } = await store.read(async (reader) => ({
    letters: await knownLetters(reader, accountId, [...fresh, ...changed]),
    mailServer: await imapHostOf(reader, accountId),
  }));
  const servers = { trustedServers: [...trustedServers], mailServer };
  const found: NewlyRead[] = [];
  const guesses: Guessed[] = [];
  const moved: Id[] = [];
  for (const letter of letters) {
    if (signal.aborted) return undefined;
    const { id, category, read } = letter;
    if (isToBeRead(letter, fresh.has(id))) {
      // What a client brings keeps the keywords that it says.
      const findsCategory = mailServer !== undefined && category === null && !letter.hasFinding && !letter.isFromClient;
      const { guess, author, ...newly } = await readOne(parts, accountId, letter, { ...servers, findsCategory });
      if (guess) guesses.push({ letter, author, guess });
      const calendars = [newly.appointments, newly.planned?.revisions];
      const isTelling = [newly.facts, ...calendars].some((each) => (each ?? []).length > 0);
      if (read || category !== null || guess || isTelling) found.push(newly);
    } else if (read) moved.push(id);
    // Its facts count when it is taken out of there.
    else if (isSpam(letter)) {
      found.push({ ...nothing, emailId: id, category: null, sender: "unchecked", isRead: false });
    }
  }
  const groups =
    moved.length > 0 ? await store.read((reader) => groupsOf(reader, accountId, moved)) : new Set<string>();
  if (found.length === 0 && groups.size === 0) return undefined;
  const own = await ownCategories(store, accountId, guesses);
  return async (tx) => {
    await assignOwnCategories(tx, accountId, own);
    await recordFacts(tx, accountId, found);
    await regroup(tx, accountId, groups);
  };
}

interface Guessed {
  letter: KnownLetter;
  /** The author's address in lower case. */
  author: string;
  guess: CategoryGuess;
}

/** As for letters that arrive: a person's correction for the sender goes before the rules. */
async function ownCategories(store: Store, accountId: Id, guesses: readonly Guessed[]): Promise<OwnCategory[]> {
  if (guesses.length === 0) return [];
  const letters = guesses.map(({ letter: { keywords, mailboxIds }, author, guess }) => ({
    accountId,
    keywords,
    mailboxIds,
    prepared: { sender: author, category: guess },
  }));
  const findings = await store.read((reader) => findCategories(reader, letters));
  return guesses.flatMap(({ letter }, index) => {
    const { category = null, reason } = findings[index] ?? {};
    return category !== null && reason ? [{ emailId: letter.id, category, reason }] : [];
  });
}

interface Reading extends NewlyRead {
  guess: CategoryGuess | null;
  author: string;
}

async function readOne(
  { store, mime, texts }: ReadingParts,
  accountId: Id,
  letter: KnownLetter,
  about: Pick<AboutFacts, "trustedServers" | "mailServer" | "findsCategory">,
): Promise<Reading> {
  const { id, blobId, size, category, read, receivedAt } = letter;
  const known = { emailId: id, category, isRead: true };
  const unreadable = {
    ...known,
    sender: read?.sender ?? ("unchecked" as const),
    ...nothing,
    guess: null,
    author: "",
  };
  if (size > MAX_MESSAGE) return unreadable;
  const found = await mime.room.with(size, async () => {
    // One that is damaged is told of where it is opened.
    const bytes = await ifReadable(store.blobsOf(accountId).get(blobId));
    if (!bytes) return undefined;
    const pdfs = category === null ? [] : await pdfTexts(texts, blobId, bytes, pdfsOf(letter));
    return mime.readFacts(bytes, { category, pdfs, receivedAt: receivedAt.toISOString(), ...about });
  });
  if (!found) return unreadable;
  const { facts, appointments, revisions, sender, author, senderName, guess } = found;
  const domain = author.slice(author.lastIndexOf("@") + 1);
  const planned = { author, revisions };
  const told = { ...known, planned, category: guess?.category ?? category, domain, senderName, guess, author };
  if (read?.sender === "own") return { ...told, sender: "own", facts, appointments };
  // Whose check has failed pretends to be another.
  return { ...told, sender, facts: sender === "refused" ? [] : facts, appointments };
}

/** Octets. */
const MAX_PDF = 4_000_000;
const MAX_PDFS = 3;

const pdfsOf = ({ structure }: KnownLetter): PdfPart[] =>
  leaves(structure)
    .filter(({ type, size }) => type === "application/pdf" && size <= MAX_PDF)
    .slice(0, MAX_PDFS)
    .flatMap(({ partId, name }) => (partId === null ? [] : [{ partId, name }]));
