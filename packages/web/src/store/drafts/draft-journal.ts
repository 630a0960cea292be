/**
 * Unsent letters on this computer, in IndexedDB: what is written survives a closed tab, a crash and a server that is
 * away. Letters and the octets of their files stand apart, so that a keystroke does not write the files anew.
 * Where a browser gives no IndexedDB, they are kept as long as the page stands.
 */
import { inTransaction } from "../database.ts";
import type { UnsentLetter } from "./unsent-letter.ts";

const inMemory = new Map<string, UnsentLetter>();

const inLetters = <T>(mode: IDBTransactionMode, work: Parameters<typeof inTransaction<T>>[2]): Promise<T | undefined> =>
  inTransaction(["letters", "files"], mode, work);

function withoutData(letter: UnsentLetter): UnsentLetter {
  const files = letter.files.map((file) => {
    const kept = { ...file };
    delete kept.data;
    return kept;
  });
  return { ...letter, files };
}

/** Files whose octets are in the database. */
const writtenFiles = new Set<string>();

const lastWords = "lastWords";

/**
 * The page is being left, and a transaction would not end: the letter goes where writing takes no time, for the next
 * page of this tab. Only for the moment in between; session storage takes no files and ends with the tab.
 */
export function keepLastWords(letter: UnsentLetter): void {
  inSession((session) => session.setItem(lastWords, JSON.stringify(withoutData(letter))));
}

function forgetLastWords(): void {
  inSession((session) => session.removeItem(lastWords));
}

/** Undefined where the storage is closed to us, or full. */
function inSession<T>(work: (session: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

/** Puts what the page before this one wrote last where the rest of it is. */
export async function restoreLastWords(): Promise<void> {
  const text = inSession((session) => session.getItem(lastWords));
  if (text) await keepLetter(await withData(JSON.parse(text) as UnsentLetter));
}

/** Keeps the letter as it is now in the place of what was kept of it. Never rejects: the server is the other place. */
export async function keepLetter(letter: UnsentLetter): Promise<void> {
  inMemory.set(letter.messageId, letter);
  const fresh = letter.files.filter(({ key, blobId, data }) => !blobId && data && !writtenFiles.has(key));
  await inLetters("readwrite", (store) => {
    for (const { key, data } of fresh) store("files").put(data, key);
    store("letters").put(withoutData(letter));
    return undefined;
  }).then(
    () => {
      fresh.forEach(({ key }) => writtenFiles.add(key));
      forgetLastWords();
    },
    (error: unknown) => console.error(error),
  );
}

/** The letter is safe elsewhere, or no longer wanted. */
export async function dropLetter({ messageId, files }: Pick<UnsentLetter, "messageId" | "files">): Promise<void> {
  inMemory.delete(messageId);
  forgetLastWords();
  await inLetters("readwrite", (store) => {
    for (const { key } of files) store("files").delete(key);
    store("letters").delete(messageId);
    return undefined;
  }).catch((error: unknown) => console.error(error));
}

/** The entry with this Message-ID, as this page or, before it, another one wrote it last. */
export async function keptLetter(messageId: string): Promise<UnsentLetter | undefined> {
  return (await keptLetters()).find((letter) => letter.messageId === messageId);
}

/** A newer entry of another page with this Message-ID. */
export async function keptElsewhere(messageId: string): Promise<UnsentLetter | undefined> {
  const isStored = await inLetters("readonly", (store) => store("letters").getKey(messageId)).catch(() => undefined);
  if (isStored) inMemory.delete(messageId);
  return keptLetter(messageId);
}

async function withData(letter: UnsentLetter): Promise<UnsentLetter> {
  const files = await Promise.all(
    letter.files.map(async (file) => {
      if (file.blobId) return file;
      const data = (await inLetters("readonly", (store) => store("files").get(file.key))) as Blob | undefined;
      return data ? { ...file, data } : file;
    }),
  );
  return { ...letter, files };
}

/** All letters that wait, whichever page has left them. */
export async function keptLetters(): Promise<UnsentLetter[]> {
  const stored = await inLetters<UnsentLetter[]>("readonly", (store) => store("letters").getAll()).catch(
    () => undefined,
  );
  if (!stored) return [...inMemory.values()];
  return Promise.all(stored.map(async (letter) => inMemory.get(letter.messageId) ?? (await withData(letter))));
}
