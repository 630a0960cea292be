/** The browser's IndexedDB: what the person did and the server does not have yet. Where there is none, work goes on without. */

const storeNames = ["letters", "files", "changes", "bulk", "bulkDone", "again"] as const;
type StoreName = (typeof storeNames)[number];
type Stores = (name: StoreName) => IDBObjectStore;

const version = 4;
let opened: Promise<IDBDatabase | undefined> | undefined;

function open(): Promise<IDBDatabase | undefined> {
  if (typeof indexedDB === "undefined") return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const opening = indexedDB.open("pismo", version);
    opening.addEventListener("upgradeneeded", ({ oldVersion }) => {
      if (oldVersion < 1) {
        opening.result.createObjectStore("letters", { keyPath: "messageId" });
        opening.result.createObjectStore("files");
      }
      if (oldVersion < 2) opening.result.createObjectStore("changes", { keyPath: "id" });
      if (oldVersion < 3) {
        opening.result.createObjectStore("bulk", { keyPath: "id" });
        opening.result.createObjectStore("bulkDone");
      }
      opening.result.createObjectStore("again", { keyPath: "submissionId" });
    });
    opening.addEventListener("success", () => {
      // A page of a later version wants to change the stores: it does not wait for us.
      opening.result.addEventListener("versionchange", () => opening.result.close());
      resolve(opening.result);
    });
    opening.addEventListener("error", () => resolve(undefined));
  });
}

const database = (): Promise<IDBDatabase | undefined> => (opened ??= open());

/** Opens the database before it is needed: a page that is being left has no time for that. */
export function prepareDatabase(): void {
  void database();
}

/** Runs `work` in one transaction; resolves when it is on the disk. Undefined where there is no database. */
export async function inTransaction<T>(
  names: StoreName[],
  mode: IDBTransactionMode,
  work: (store: Stores) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const db = await database();
  if (!db) return undefined;
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(names, mode, { durability: "strict" });
    const request = work((name) => transaction.objectStore(name));
    transaction.addEventListener("complete", () => resolve(request?.result));
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("It was not kept")));
  });
}

/** Empties everything, when a person leaves a computer that others use. */
export async function forgetEverything(): Promise<void> {
  await inTransaction([...storeNames], "readwrite", (store) => {
    for (const name of storeNames) store(name).clear();
    return undefined;
  });
}
