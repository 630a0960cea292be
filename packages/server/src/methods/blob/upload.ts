import { BLOB, type BlobUploadArgs, type DataSource, type Id, SetFailure } from "@pismo/jmap";
import { recordUpload } from "../../store/blobs/uploads.ts";
import { blobCapability } from "../capabilities.ts";
import { checkArguments, id, list, mapOf, maybe, nullable, object, shapeOf, string, unsignedInt } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { blobNotFound } from "../email/new-email.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { assertSetSize, checkedRecord, invalidProperties } from "../standard/set.ts";
import { UPLOAD_LIFETIME_MS } from "./copy.ts";
import { openBlob } from "./open-blob.ts";

const source = shapeOf<DataSource>({
  "data:asText": maybe(string),
  "data:asBase64": maybe(string),
  blobId: maybe(id),
  offset: maybe(unsignedInt),
  length: maybe(unsignedInt),
});

/** Octets that are read at a time. */
const PIECE = 2 ** 20;

/** One source of an upload: its size is known before any of it is read. */
interface Piece {
  size: number;
  read(): AsyncIterable<Uint8Array>;
}

function pieceOfOctets(bytes: Uint8Array): Piece {
  return {
    size: bytes.length,
    async *read() {
      yield bytes;
    },
  };
}

/** At most two are padding; a regular expression for any number would take quadratic time. */
const unpadded = (base64: string): string => base64.replace(/={1,2}$/, "");

/** @throws SetFailure invalidProperties */
function decoded(base64: string, path: string): Uint8Array {
  const bytes = Buffer.from(base64, "base64");
  // Node decodes invalid base64 up to its first error.
  const isBase64 = unpadded(bytes.toString("base64")) === unpadded(base64);
  if (!isBase64) throw invalidProperties([path], "This is no base64");
  return bytes;
}

/** @throws SetFailure invalidProperties, blobNotFound */
async function pieceOf(accountId: Id, given: DataSource, path: string, { context, createdIds }: Call): Promise<Piece> {
  const { "data:asText": text = null, "data:asBase64": base64 = null, blobId = null } = given;
  if ([text, base64, blobId].filter((each) => each !== null).length !== 1) {
    throw invalidProperties([path], "Exactly one of data:asText, data:asBase64 and blobId is given");
  }
  if (blobId === null && (given.offset != null || given.length != null)) {
    throw invalidProperties([path], "offset and length are of a blob");
  }
  if (text !== null) return pieceOfOctets(Buffer.from(text));
  if (base64 !== null) return pieceOfOctets(decoded(base64, path));
  const open = () => openBlob(context, accountId, createdIds.resolve(blobId!));
  const size = (await open())?.size;
  if (size === undefined) throw blobNotFound([blobId!]);
  const start = given.offset ?? 0;
  const end = given.length == null ? size : start + given.length;
  if (start > size || end > size) throw invalidProperties([path], "The blob has no such range");
  return {
    size: end - start,
    async *read() {
      // Read one by one: a hundred ranges of large messages would not fit into memory together.
      const blob = await open();
      if (!blob) throw blobNotFound([blobId!]);
      for (let at = start; at < end; at += PIECE) yield blob.read(at, Math.min(end, at + PIECE));
    },
  };
}

async function* octetsOf(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield* piece.read();
}

/** @throws SetFailure invalidProperties, blobNotFound, tooLarge */
async function create(accountId: Id, given: Record<string, unknown>, call: Call) {
  const settable = { data: list(source), type: nullable(string) };
  const { data, type } = checkedRecord<BlobUploadArgs["create"][Id], "data">(given, settable, ["data"]);
  const { store, limits } = call.context;
  const { maxDataSources } = blobCapability(limits.maxSizeUpload);
  if (data.length > maxDataSources) throw invalidProperties(["data"], `More than ${maxDataSources} sources`);
  const pieces: Piece[] = [];
  for (const [index, each] of data.entries()) pieces.push(await pieceOf(accountId, each, `data/${index}`, call));
  const whole = pieces.reduce((sum, { size }) => sum + size, 0);
  const maxSize = limits.maxSizeUpload;
  if (whole > maxSize)
    throw new SetFailure({ type: "tooLarge", maxSize, description: `A blob has at most ${maxSize} octets` });
  const { blobId, size } = await store.blobs.putStream(octetsOf(pieces), maxSize);
  const mediaType = type ?? "application/octet-stream";
  const expiresAt = new Date(Date.now() + UPLOAD_LIFETIME_MS);
  await store.write((tx) => recordUpload(tx, accountId, blobId, mediaType, size, expiresAt), { accountId });
  return { id: blobId, type: mediaType, size };
}

/** Blob/upload: RFC 9404 §4.1. */
export const upload: Method<"Blob/upload"> = {
  capability: BLOB,
  parse: (args) => checkArguments<BlobUploadArgs>({ accountId: id, create: mapOf(id, object) }, args),
  async run({ accountId, create: given }, call) {
    assertSetSize({ create: given }, call);
    const outcomes = new Outcomes<{ id: Id; type: string; size: number }>();
    // Sequential: each may refer to those before it.
    for (const [creationId, each] of Object.entries(given)) {
      await outcomes.attempt(creationId, async () => {
        const blob = await create(accountId, each, call);
        call.createdIds.set(creationId, blob.id);
        return blob;
      });
    }
    return { accountId, created: outcomes.done, notCreated: outcomes.failed };
  },
};
