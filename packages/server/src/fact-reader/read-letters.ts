/** Reads the facts of some letters, one after the other. */
import type { Id } from "@pismo/jmap";
import { type NewlyRead, recordFacts } from "../store/facts/email-facts.ts";
import { type KnownLetter, knownLetters } from "../store/facts/progress.ts";
import { groupsOf, regroup } from "../store/facts/regroup.ts";
import type { Store, Transactor } from "../store/db/store.ts";
import { imapHostOf } from "../store/mirror/imap-accounts.ts";
import type { TextThread } from "../files/text/text-thread.ts";
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

export interface Letters {
  /** They have never been read, or their message has come. */
  fresh: ReadonlySet<Id>;
  /** Their mailboxes or keywords may have changed. */
  changed: readonly Id[];
}

/** What a letter is to be read for. */
function isToBeRead(letter: KnownLetter, isFresh: boolean): boolean {
  if (letter.isPartial || letter.isFromClient || isHidden(letter)) return false;
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
  const moved: Id[] = [];
  for (const letter of letters) {
    if (signal.aborted) return undefined;
    const { id, category, read } = letter;
    if (isToBeRead(letter, fresh.has(id))) {
      const newly = await readOne(parts, accountId, letter, servers);
      if (read || category !== null || newly.facts.length > 0) found.push(newly);
    } else if (read) moved.push(id);
    // Its facts count when it is taken out of there.
    else if (isSpam(letter)) {
      found.push({ emailId: id, category: null, sender: "unchecked", isRead: false, facts: [], domain: "" });
    }
  }
  const groups =
    moved.length > 0 ? await store.read((reader) => groupsOf(reader, accountId, moved)) : new Set<string>();
  if (found.length === 0 && groups.size === 0) return undefined;
  return async (tx) => {
    await recordFacts(tx, accountId, found);
    await regroup(tx, accountId, groups);
  };
}

async function readOne(
  { store, mime, texts }: ReadingParts,
  accountId: Id,
  letter: KnownLetter,
  servers: Pick<AboutFacts, "trustedServers" | "mailServer">,
): Promise<NewlyRead> {
  const { id, blobId, size, category, read, receivedAt } = letter;
  const known = { emailId: id, category, isRead: true };
  const unreadable = { ...known, sender: read?.sender ?? ("unchecked" as const), facts: [], domain: "" };
  if (size > MAX_MESSAGE) return unreadable;
  const found = await mime.room.with(size, async () => {
    // One that is damaged is told of where it is opened.
    const bytes = await store
      .blobsOf(accountId)
      .get(blobId)
      .catch(() => undefined);
    if (!bytes) return undefined;
    const pdfs = category === null ? [] : await pdfTexts(texts, blobId, bytes, pdfsOf(letter));
    return mime.readFacts(bytes, { category, pdfs, receivedAt: receivedAt.toISOString(), ...servers });
  });
  if (!found) return unreadable;
  const { facts, sender, domain } = found;
  if (read?.sender === "own") return { ...known, sender: "own", facts, domain };
  // Whose check has failed pretends to be another.
  return { ...known, sender, facts: sender === "refused" ? [] : facts, domain };
}

/** Octets. */
const MAX_PDF = 4_000_000;
const MAX_PDFS = 3;

const pdfsOf = ({ structure }: KnownLetter): PdfPart[] =>
  leaves(structure)
    .filter(({ type, size }) => type === "application/pdf" && size <= MAX_PDF)
    .slice(0, MAX_PDFS)
    .flatMap(({ partId, name }) => (partId === null ? [] : [{ partId, name }]));
