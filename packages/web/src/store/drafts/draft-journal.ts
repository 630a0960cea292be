/**
 * Unsent Emails on this computer, in IndexedDB: what is written survives a closed tab, a crash and a server that is
 * away. Emails and the octets of their files stand apart, so that a keystroke does not write the files again.
 * Where a browser gives no IndexedDB, they are in memory only.
 */
import { inTransaction } from "../database.ts";
import type { UnsentEmail } from "./unsent-email.ts";

const inMemory = new Map<string, UnsentEmail>();

const inUnsentStores = <T>(
  mode: IDBTransactionMode,
  work: Parameters<typeof inTransaction<T>>[2],
): Promise<T | undefined> => inTransaction(["letters", "files"], mode, work);

function withoutData(email: UnsentEmail): UnsentEmail {
  const files = email.files.map((file) => {
    const stored = { ...file };
    delete stored.data;
    return stored;
  });
  return { ...email, files };
}

/** Files whose octets are in the database. */
const storedFiles = new Set<string>();

/** Before the Message-ID. */
const unloadPrefix = "lastWords ";

/**
 * The page is being left, and a transaction would not end: the Email goes where writing takes no time, for the next
 * page of this tab. Only for the moment in between; session storage takes no files and ends with the tab.
 */
export function storeOnUnload(email: UnsentEmail): void {
  inSession((session) => session.setItem(unloadPrefix + email.messageId, JSON.stringify(withoutData(email))));
}

function forgetUnload(messageId: string): void {
  inSession((session) => session.removeItem(unloadPrefix + messageId));
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
export async function restoreFromUnload(): Promise<void> {
  const keys = inSession((session) => Object.keys(session).filter((key) => key.startsWith(unloadPrefix))) ?? [];
  for (const key of keys) {
    const text = inSession((session) => session.getItem(key));
    if (text) await storeUnsent(await withData(JSON.parse(text) as UnsentEmail));
  }
}

/** Stores the current version over the last one. Never rejects: the server has a copy too. */
export async function storeUnsent(email: UnsentEmail): Promise<void> {
  inMemory.set(email.messageId, email);
  const fresh = email.files.filter(({ key, blobId, data }) => !blobId && data && !storedFiles.has(key));
  await inUnsentStores("readwrite", (store) => {
    for (const { key, data } of fresh) store("files").put(data, key);
    store("letters").put(withoutData(email));
    return undefined;
  }).then(
    () => {
      fresh.forEach(({ key }) => storedFiles.add(key));
      forgetUnload(email.messageId);
    },
    (error: unknown) => console.error(error),
  );
}

/** The Email is safe elsewhere, or no longer wanted. */
export async function deleteUnsent({ messageId, files }: Pick<UnsentEmail, "messageId" | "files">): Promise<void> {
  inMemory.delete(messageId);
  forgetUnload(messageId);
  await inUnsentStores("readwrite", (store) => {
    for (const { key } of files) store("files").delete(key);
    store("letters").delete(messageId);
    return undefined;
  }).catch((error: unknown) => console.error(error));
}

/** The entry with this Message-ID, as this page or, before it, another one wrote it last. */
export async function storedUnsent(messageId: string): Promise<UnsentEmail | undefined> {
  return (await allStoredUnsent()).find((email) => email.messageId === messageId);
}

/** A newer entry of another page with this Message-ID. */
export async function storedElsewhere(messageId: string): Promise<UnsentEmail | undefined> {
  const isStored = await inUnsentStores("readonly", (store) => store("letters").getKey(messageId)).catch(
    () => undefined,
  );
  if (isStored) inMemory.delete(messageId);
  return storedUnsent(messageId);
}

async function withData(email: UnsentEmail): Promise<UnsentEmail> {
  const files = await Promise.all(
    email.files.map(async (file) => {
      if (file.blobId) return file;
      const data = (await inUnsentStores("readonly", (store) => store("files").get(file.key))) as Blob | undefined;
      return data ? { ...file, data } : file;
    }),
  );
  return { ...email, files };
}

/** All Emails that wait, whichever page has left them. */
export async function allStoredUnsent(): Promise<UnsentEmail[]> {
  const stored = await inUnsentStores<UnsentEmail[]>("readonly", (store) => store("letters").getAll()).catch(
    () => undefined,
  );
  if (!stored) return [...inMemory.values()];
  return Promise.all(stored.map(async (email) => inMemory.get(email.messageId) ?? (await withData(email))));
}
