/**
 * Unsent Emails on this computer, in IndexedDB: what is written survives a closed tab, a crash and a server that is
 * away. Emails and the octets of their files stand apart, so that a keystroke does not write the files again.
 * Where a browser gives no IndexedDB, they are in memory only.
 */
import { inTransaction } from "../database.ts";
import type { PictureSizes, UnsentEmail, UnsentFile } from "./unsent-email.ts";

const inMemory = new Map<string, UnsentEmail>();

const inUnsentStores = <T>(
  mode: IDBTransactionMode,
  work: Parameters<typeof inTransaction<T>>[2],
): Promise<T | undefined> => inTransaction(["letters", "files"], mode, work);

function withoutData(email: UnsentEmail): UnsentEmail {
  const files = email.files.map((file) => {
    const { data: _, sizes: __, ...stored } = file;
    return stored;
  });
  return { ...email, files };
}

/** Under which octets are in the database, as far as this page has put them there. */
const storedKeys = new Set<string>();

const keyOfSizes = (key: string): string => `${key} sizes`;

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

/** Puts what the page before this one in the tab wrote last where the rest of it is. @returns the Message-IDs */
export async function restoreFromUnload(): Promise<ReadonlySet<string>> {
  const keys = inSession((session) => Object.keys(session).filter((key) => key.startsWith(unloadPrefix))) ?? [];
  for (const key of keys) {
    const text = inSession((session) => session.getItem(key));
    if (text) await storeUnsent(await withData(JSON.parse(text) as UnsentEmail));
  }
  return new Set(keys.map((key) => key.slice(unloadPrefix.length)));
}

/** Stores the current version over the last one. Never rejects: the server has a copy too. */
export async function storeUnsent(email: UnsentEmail): Promise<void> {
  inMemory.set(email.messageId, email);
  const fresh = email.files.filter(({ key, blobId, data }) => !blobId && data && !storedKeys.has(key));
  try {
    const stored = await inUnsentStores("readwrite", (store) => {
      for (const { key, data } of fresh) store("files").put(data, key);
      return store("letters").put(withoutData(email));
    });
    for (const { key } of fresh) storedKeys.add(key);
    forgetUnload(email.messageId);
    await storeSizes(email.files);
    // From here on another page may take it back: what it writes is not in this memory.
    const isShared = stored !== undefined && email.stage === "held";
    if (isShared && inMemory.get(email.messageId) === email) inMemory.delete(email.messageId);
  } catch (error) {
    console.error(error);
  }
}

/** Of pictures that were made smaller. Behind the rest, which has to be stored though there is no room for these. */
async function storeSizes(files: readonly UnsentFile[]): Promise<void> {
  const smaller = files.filter(
    ({ key, size, sizes }) => sizes && sizes.original.size !== size && !storedKeys.has(keyOfSizes(key)),
  );
  if (smaller.length === 0) return;
  await inUnsentStores("readwrite", (store) => {
    for (const { key, sizes } of smaller) store("files").put(sizes, keyOfSizes(key));
    return undefined;
  });
  for (const { key } of smaller) storedKeys.add(keyOfSizes(key));
}

/** The Email is safe elsewhere, or no longer wanted. */
export async function deleteUnsent({ messageId, files }: Pick<UnsentEmail, "messageId" | "files">): Promise<void> {
  inMemory.delete(messageId);
  forgetUnload(messageId);
  const keys = files.flatMap(({ key }) => [key, keyOfSizes(key)]);
  for (const key of keys) storedKeys.delete(key);
  await inUnsentStores("readwrite", (store) => {
    for (const key of keys) store("files").delete(key);
    store("letters").delete(messageId);
    return undefined;
  }).catch((error: unknown) => console.error(error));
}

/** Octets of files that were taken out of their Email, or went in other pixels. */
export async function forgetStrayFiles(): Promise<void> {
  await inUnsentStores("readwrite", (store) => {
    const letters = store("letters").getAll() as IDBRequest<UnsentEmail[]>;
    const keys = store("files").getAllKeys() as IDBRequest<string[]>;
    keys.addEventListener("success", () => {
      const known = new Set(letters.result.flatMap(({ files }) => files.flatMap(({ key }) => [key, keyOfSizes(key)])));
      for (const key of keys.result) if (!known.has(key)) store("files").delete(key);
    });
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

const storedAs = <T>(key: string): Promise<T | undefined> =>
  inUnsentStores("readonly", (store) => store("files").get(key) as IDBRequest<T | undefined>);

async function withData(email: UnsentEmail): Promise<UnsentEmail> {
  const files = await Promise.all(
    email.files.map(async (file) => {
      const [data, sizes] = await Promise.all([
        file.blobId ? undefined : storedAs<Blob>(file.key),
        storedAs<PictureSizes>(keyOfSizes(file.key)),
      ]);
      return { ...file, ...(data && { data }), ...(sizes && { sizes }) };
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
