/** Runs in a worker thread: messages in, what the store keeps of them out. */
import { parentPort } from "node:worker_threads";
import { cleanPicture } from "@pismo/jmap/pictures";
import { parseBeginning, parseMessage } from "../mime/parse.ts";
import { tnefToMessage } from "../mime/tnef/to-message.ts";
import { unfitPictures } from "../mime/unfit-pictures.ts";
import { putBatch, putInPack, type PutBlob } from "../store/blob-batch.ts";
import { StoreError } from "../store/errors.ts";
import { type PreparedEmail, prepareEmail } from "../store/prepare-email.ts";
import { inSlices } from "../store/reader.ts";
import type { AboutBeginning, Answer, Order, TakenIn } from "./messages.ts";

const piecesOf = (octets: Uint8Array, ends: readonly number[]): Uint8Array[] =>
  ends.map((end, index) => octets.subarray(ends[index - 1] ?? 0, end));

/** A letter alone, however large, stays a file. */
async function put({ blobs, names }: Order & { kind: "takeIn" }, messages: readonly Uint8Array[]): Promise<PutBlob[]> {
  if (!names && messages.length > 1) return putInPack(blobs, messages);
  return putBatch(blobs, messages, names).map((blobId) => ({ blobId }));
}

/** Letters parsed between two turns of the loop: meanwhile the disk takes what is being put. */
const TURN = 10;

async function takeIn(order: Order & { kind: "takeIn" }): Promise<TakenIn[]> {
  const messages = piecesOf(order.octets, order.ends);
  const [blobs, prepared] = await Promise.all([
    put(order, messages),
    inSlices(messages, TURN, async (slice) => slice.map((bytes) => prepareEmail(parseMessage(bytes)))),
  ]);
  return blobs.map((blob, index) => ({ ...blob, prepared: prepared[index]! }));
}

function begin({ octets, ends, about }: Order & { kind: "begin" }): PreparedEmail[] {
  const all = JSON.parse(about) as AboutBeginning[];
  return piecesOf(octets, ends).map((bytes, index) => {
    const { described, isArrival } = all[index]!;
    return prepareEmail(parseBeginning(bytes, described, isArrival));
  });
}

async function answer(order: Order): Promise<Answer> {
  try {
    if (order.kind === "parse") return { kind: "parsed", parsed: parseMessage(order.bytes) };
    if (order.kind === "unpack") return { kind: "unpacked", message: tnefToMessage(order.bytes) };
    if (order.kind === "clean") return { kind: "cleaned", picture: cleanPicture(order.bytes) };
    if (order.kind === "findUnfit") return { kind: "unfit", names: unfitPictures(order.bytes) };
    if (order.kind === "begin") return { kind: "begun", emails: JSON.stringify(begin(order)) };
    return { kind: "takenIn", messages: await takeIn(order) };
  } catch (error) {
    // Any other error ends the thread; the pool then gives each message its header alone.
    if (!(error instanceof StoreError)) throw error;
    return { kind: "failed", code: error.code, message: error.message };
  }
}

parentPort?.on("message", (order: Order) => {
  void answer(order).then((result) => parentPort?.postMessage(result, []));
});
