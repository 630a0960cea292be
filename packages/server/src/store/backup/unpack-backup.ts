/** Unpacks a backup to an empty folder: the database unchanged, the blobs into packs, each synced once. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Id } from "@pismo/jmap";
import {
  type BackupManifest,
  type BackupProgress,
  BLOB_PREFIX,
  DAMAGED_PREFIX,
  DATABASE_ENTRY,
  MANIFEST_ENTRY,
} from "./backup.ts";
import { isWhole } from "../blobs/verify-blobs.ts";
import { blobIdPattern } from "../blobs/blobs.ts";
import { databaseFile } from "../db/data-dir.ts";
import { assertDiskSpace } from "./disk-space.ts";
import { fileError, StoreError } from "../db/errors.ts";
import type { FaultyBlob } from "./describe-emails.ts";
import type { PackedBytes, PackEntry } from "../blobs/pack-entry.ts";
import { recordPackEntries } from "../blobs/record-pack-entries.ts";
import type { Store } from "../db/store.ts";
import { readTar, type TarEntry } from "./tar.ts";

const MAX_PACK_BLOBS = 100;
const MAX_PACK_BYTES = 4 << 20;

export interface Unpacked {
  /** Intact blobs. */
  restored: number;
  faults: FaultyBlob[];
  /** Damage of the file itself. */
  damage: string[];
}

/**
 * @param openDatabase called once the database is in `fresh`, before any blob
 * @throws StoreError badBackup where nothing can be restored
 */
export async function unpackBackup(
  file: string,
  fresh: string,
  onProgress: (progress: BackupProgress) => void,
  openDatabase: () => Promise<Store>,
): Promise<Unpacked> {
  const unpacked: Unpacked = { restored: 0, faults: [], damage: [] };
  let databaseSha256 = "";
  let packs: PackWriter | undefined;
  let manifest: BackupManifest | undefined;
  const archive = await openBackup(file);
  try {
    for await (const entry of readTar(archive, (what) => unpacked.damage.push(what))) {
      // The database comes first; a later entry of that name is part of a damaged message.
      if (entry.name === DATABASE_ENTRY && !packs) {
        databaseSha256 = await writeDatabase(databaseFile(fresh), entry);
        packs = new PackWriter(await openDatabase());
      } else if (entry.name === MANIFEST_ENTRY) {
        manifest = await readManifest(entry);
      } else if (!packs) {
        throw new StoreError("badBackup", "The backup is damaged: it does not begin with a database");
      } else {
        await takeBlob(entry, packs, unpacked);
        // The manifest with their number is at the end.
        onProgress({ done: unpacked.restored, total: unpacked.restored });
      }
    }
    await packs?.end();
  } finally {
    await archive.close();
  }
  if (!manifest) unpacked.damage.push("its list of contents is missing");
  else if (manifest.databaseSha256 !== databaseSha256) unpacked.damage.push("its database is not as it was written");
  noteKnown(unpacked, manifest?.faults ?? []);
  return unpacked;
}

async function takeBlob(entry: TarEntry, packs: PackWriter, unpacked: Unpacked): Promise<void> {
  const [, prefix, blobId = ""] = /^([a-z]+\/)(.*)$/.exec(entry.name) ?? [];
  if ((prefix !== BLOB_PREFIX && prefix !== DAMAGED_PREFIX) || !blobIdPattern.test(blobId)) {
    unpacked.damage.push(`"${entry.name}" does not belong there`);
    return;
  }
  const bytes = await contentOf(entry);
  const isGood = prefix === BLOB_PREFIX && bytes.length === entry.size && isWhole(blobId, bytes);
  if (isGood) unpacked.restored++;
  else unpacked.faults.push({ blobId, fault: "damaged" });
  await packs.put({ blobId, bytes });
}

/** Adds the faults that the mailbox had when it was backed up. */
function noteKnown(unpacked: Unpacked, known: readonly FaultyBlob[]): void {
  const knownIds = new Set(known.map(({ blobId }) => blobId));
  const fresh = unpacked.faults.filter(({ blobId }) => !knownIds.has(blobId)).length;
  if (fresh > 0)
    unpacked.damage.push(`${fresh} of its messages ${fresh === 1 ? "is" : "are"} not as they were written`);
  const seen = new Set(unpacked.faults.map(({ blobId }) => blobId));
  unpacked.faults.push(...known.filter(({ blobId }) => !seen.has(blobId)));
}

/** Writes packs. The entries of one are recorded once it is on the disk. */
class PackWriter {
  readonly #store: Store;
  #waiting: PackedBytes[] = [];
  #size = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  async put(blob: PackedBytes): Promise<void> {
    this.#waiting.push(blob);
    this.#size += blob.bytes.length;
    if (this.#waiting.length >= MAX_PACK_BLOBS || this.#size >= MAX_PACK_BYTES) await this.end();
  }

  async end(): Promise<void> {
    const blobs = this.#waiting;
    if (blobs.length === 0) return;
    this.#waiting = [];
    this.#size = 0;
    const written = await this.#store.blobs.packs.write(blobs);
    const entries = blobs.map(({ blobId }, index): readonly [Id, PackEntry] => [blobId, written[index]!]);
    // The last commit of the restore syncs all earlier ones with it.
    await this.#store.write((tx) => recordPackEntries(tx, entries), { isRepeatable: true });
  }
}

async function openBackup(file: string) {
  try {
    return await open(file, "r");
  } catch (error) {
    throw fileError(error, file);
  }
}

async function writeDatabase(path: string, { content, size }: TarEntry): Promise<string> {
  await assertDiskSpace(path, size);
  const hash = createHash("sha256");
  const out = await open(path, "wx", 0o600);
  try {
    for await (const slice of content) {
      hash.update(slice);
      await out.writeFile(slice);
    }
    await out.sync();
  } finally {
    await out.close();
  }
  return hash.digest("hex");
}

async function contentOf({ content }: TarEntry): Promise<Buffer> {
  const slices: Uint8Array[] = [];
  for await (const slice of content) slices.push(slice);
  return Buffer.concat(slices);
}

/** undefined: it is unreadable. @throws StoreError newerVersion */
async function readManifest(entry: TarEntry): Promise<BackupManifest | undefined> {
  let manifest: BackupManifest;
  try {
    manifest = JSON.parse((await contentOf(entry)).toString("utf8")) as BackupManifest;
  } catch {
    return undefined;
  }
  if (manifest.format === 1 || manifest.format === 2) return manifest;
  throw new StoreError("newerVersion", "The backup was made by a newer version of Pismo");
}
