/** Imports the messages of many sources into a mailbox, batch by batch, each message once. */
import { createHash } from "node:crypto";
import type { Id } from "@pismo/jmap";
import { SetFailure } from "@pismo/jmap";
import { messageIdOf } from "../bridge/imap/pull/fingerprint.ts";
import type { Ingest, PreparedBatch } from "../ingest/ingest.ts";
import { blobIdOf } from "../store/blobs/blobs.ts";
import { knownFaults, clearFaults } from "../store/blobs/damaged-blobs.ts";
import { mailboxesWithBlobs } from "../store/mail/emails-with-blobs.ts";
import { clearImportProgress, getImportProgress, setImportProgress } from "../store/mail/import-progress.ts";
import { isMirrored } from "../store/mirror/imap-accounts.ts";
import { mailboxesWithMessage } from "../store/mirror/imap-copies.ts";
import type { Reader, Store, Transactor } from "../store/db/store.ts";
import type { Found, FoundMessage, Origin } from "./readers/message.ts";
import { readSource } from "./readers/read.ts";
import type { Source } from "./readers/source.ts";
import { TargetFolders } from "./target-folders.ts";

export interface ImportOptions {
  store: Store;
  ingest: Ingest;
  accountId: Id;
  sources: readonly Source[];
  /** Imports everything below this path, whatever the sources say. */
  folder: readonly string[] | undefined;
  /** Of a message. */
  maxBytes: number;
  onProgress(done: { bytes: number; messages: number }): void;
  /** A message that was left out. */
  onSkipped(origin: Origin, reason: string): void;
}

export interface ImportSummary {
  imported: number;
  alreadyThere: number;
  skipped: number;
  /** Octets that a previous run completed. */
  resumedAt: number;
}

/** A batch is one transaction: large enough to share its cost, small enough for a server beside it to write in between. */
const BATCH_MESSAGES = 400;
const BATCH_BYTES = 4 << 20;
/** Batches that are read and parsed while one is being written: neither the parsers nor the writer wait for the other. */
const BATCHES_AHEAD = 2;

/** @throws Error where a source can no longer be read, StoreError where nothing more can be written */
export async function importSources(options: ImportOptions): Promise<ImportSummary> {
  const { store, accountId, sources } = options;
  const job = jobOf(options);
  const before = await store.read((reader) => getImportProgress(reader, accountId, job));
  const summary: ImportSummary = { imported: 0, alreadyThere: 0, skipped: 0, resumedAt: before?.position ?? 0 };
  const batches = new Batches(options, summary, job);

  let sourceStart = 0;
  for (const source of sources) {
    const start = Math.max(0, summary.resumedAt - sourceStart);
    if (start < source.size || (source.size === 0 && start === 0)) {
      for await (const found of readSource(source, start, options.maxBytes)) {
        await batches.add(found, source, sourceStart + found.end);
      }
    }
    sourceStart += source.size;
  }
  await batches.finish();
  // The first commit that waits for the disk, which covers all before it. After a crash the import starts again:
  // existing messages are found by their bytes, deleted ones return.
  await store.write((tx) => clearImportProgress(tx, accountId, job));
  return summary;
}

interface Item {
  message: FoundMessage;
  mailboxIds: Id[];
  blobId: Id;
}

interface Prepared {
  fresh: readonly Item[];
  batch: PreparedBatch;
}

class Batches {
  readonly #options: ImportOptions;
  readonly #summary: ImportSummary;
  readonly #job: string;
  readonly #folders: TargetFolders;
  #items: Item[] = [];
  #bytes = 0;
  #position = 0;
  /** The mailboxes of messages in the newest batches, which may not be inserted yet. */
  readonly #newest: Map<Id, Set<Id>>[] = [];
  /** Batches that are not inserted yet, in order; each is written after its predecessor. */
  readonly #pending: Promise<void>[] = [];
  #lookup: Promise<unknown> = Promise.resolve();

  constructor(options: ImportOptions, summary: ImportSummary, job: string) {
    this.#options = options;
    this.#summary = summary;
    this.#job = job;
    this.#folders = new TargetFolders(options.store, options.accountId);
  }

  async add(found: Found, source: Source, position: number): Promise<void> {
    this.#position = position;
    if ("skipped" in found) return this.#skip(found, found.skipped);
    try {
      const paths = targetPaths(found, source, this.#options.folder);
      const mailboxIds = new Set<Id>();
      for (const path of paths) mailboxIds.add(await this.#folders.idOf(path));
      this.#items.push({ message: found, mailboxIds: [...mailboxIds], blobId: blobIdOf(found.bytes) });
    } catch (error) {
      if (!(error instanceof SetFailure)) throw error;
      return this.#skip(found, error.message);
    }
    this.#bytes += found.bytes.length;
    if (this.#items.length >= BATCH_MESSAGES || this.#bytes >= BATCH_BYTES) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#pending.at(-1);
  }

  /** This batch is parsed and its blobs are written while those before it are still being inserted. */
  async #flush(): Promise<void> {
    const [items, position] = [this.#items, this.#position];
    this.#items = [];
    this.#bytes = 0;
    const before = this.#pending.at(-1);
    const prepared = this.#prepare(items);
    const written = (async () => {
      await before;
      await this.#write(await prepared, position);
    })();
    // A caller that awaits them gets the rejection; until then it must not count as unhandled.
    prepared.catch(() => {});
    written.catch(() => {});
    if (this.#pending.push(written) > BATCHES_AHEAD) await this.#pending.shift();
  }

  async #prepare(items: readonly Item[]): Promise<Prepared> {
    const { ingest, accountId } = this.#options;
    const lookup = this.#lookup.then(() => this.#withoutKnown(items));
    this.#lookup = lookup;
    const fresh = await lookup;
    await repairDamaged(this.#options.store, items);
    const batch = await ingest.prepareBatch(
      fresh.map(({ message, mailboxIds }) => ({
        accountId,
        bytes: message.bytes,
        mailboxIds,
        keywords: message.keywords,
        isArrival: true,
        ...(message.receivedAt ? { receivedAt: message.receivedAt } : {}),
      })),
    );
    return { fresh, batch };
  }

  async #write({ fresh, batch }: Prepared, position: number): Promise<void> {
    const { ingest, accountId } = this.#options;
    const afterInsert = (tx: Transactor): Promise<void> => setImportProgress(tx, accountId, this.#job, position);
    // A power failure loses the progress together with the Emails: the next run imports them again.
    const results = await ingest.insertBatch(batch, afterInsert, { isRepeatable: true });
    for (const [index, result] of results.entries()) {
      const item = fresh[index];
      if (!(result instanceof Error)) this.#summary.imported += 1;
      else if (item) this.#skip(item.message, result.message);
    }
    const messages = this.#summary.imported + this.#summary.alreadyThere + this.#summary.skipped;
    this.#options.onProgress({ bytes: position, messages });
  }

  /** Leaves out the mailboxes that already have a message with these bytes, and messages that all of theirs have. */
  async #withoutKnown(items: readonly Item[]): Promise<Item[]> {
    const { store, accountId } = this.#options;
    const blobIds = items.map(({ blobId }) => blobId);
    const known = new Map<Id, Set<Id>>();
    const inStore = await store.read((reader) => mailboxesWithBlobs(reader, accountId, blobIds));
    const onServer = await store.read((reader) => mailboxesOnServer(reader, accountId, items));
    const all = [inStore, onServer, ...this.#newest];
    this.#newest.push(known);
    if (this.#newest.length > BATCHES_AHEAD) this.#newest.shift();
    const fresh: Item[] = [];
    for (const item of items) {
      const { blobId } = item;
      const there = known.get(blobId) ?? new Set(all.flatMap((each) => [...(each.get(blobId) ?? [])]));
      const mailboxIds = item.mailboxIds.filter((id) => !there.has(id));
      known.set(blobId, new Set([...there, ...mailboxIds]));
      if (mailboxIds.length > 0) fresh.push({ ...item, mailboxIds });
      else this.#summary.alreadyThere += 1;
    }
    return fresh;
  }

  #skip(origin: Origin, reason: string): void {
    this.#summary.skipped += 1;
    this.#options.onSkipped(origin, reason);
  }
}

/** An existing Email whose message is known to be damaged gets it again. */
async function repairDamaged(store: Store, items: readonly Item[]): Promise<void> {
  const ids = items.map(({ blobId }) => blobId);
  const damaged = await store.read((reader) => knownFaults(reader, ids));
  if (damaged.size === 0) return;
  for (const { blobId, message } of items) if (damaged.has(blobId)) await store.blobs.put(message.bytes);
  await store.write((tx) => clearFaults(tx, [...damaged.keys()]));
}

/** The same by blob, for Emails whose message is still on the account's server, or was ingested under another blob. */
async function mailboxesOnServer(reader: Reader, accountId: Id, items: readonly Item[]): Promise<Map<Id, Set<Id>>> {
  const found = new Map<Id, Set<Id>>();
  if (!(await isMirrored(reader, accountId))) return found;
  for (const { blobId, message } of items) {
    const messageId = messageIdOf(message.bytes);
    if (messageId === null) continue;
    const size = message.bytes.length;
    found.set(blobId, new Set(await mailboxesWithMessage(reader, accountId, { messageId, size })));
  }
  return found;
}

/** A folder on the command line wins, then the metadata of the message, then the name of the file. */
function targetPaths(
  message: FoundMessage,
  source: Source,
  folder: readonly string[] | undefined,
): (readonly string[])[] {
  if (folder) return [[...folder, ...source.below]];
  return message.folders.length > 0 ? message.folders : [source.folder];
}

/** Identifies the same job: the same files, unchanged, to the same mailbox. */
function jobOf({ sources, folder }: ImportOptions): string {
  const hash = createHash("sha256").update(JSON.stringify(folder ?? null));
  for (const { file, size, modifiedAt } of sources) hash.update(JSON.stringify([file, size, modifiedAt]));
  return hash.digest("base64url");
}
