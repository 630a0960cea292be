/** Runs in a worker thread: messages in, what the store keeps of them out. */
import { parentPort } from "node:worker_threads";
import { cleanPicture } from "@pismo/jmap/pictures";
import { parseBeginning, parseMessage } from "../mime/parse.ts";
import { tnefToMessage } from "../mime/tnef/to-message.ts";
import { unfitPictures } from "../mime/unfit-pictures.ts";
import { putBatch } from "../store/blob-batch.ts";
import { StoreError } from "../store/errors.ts";
import { type PreparedEmail, prepareEmail } from "../store/prepare-email.ts";
import type { AboutBeginning, Answer, Order, TakenIn } from "./messages.ts";

const piecesOf = (octets: Uint8Array, ends: readonly number[]): Uint8Array[] =>
  ends.map((end, index) => octets.subarray(ends[index - 1] ?? 0, end));

function takeIn({ octets, ends, blobs, names }: Order & { kind: "takeIn" }): TakenIn[] {
  const messages = piecesOf(octets, ends);
  const blobIds = putBatch(blobs, messages, names);
  return messages.map((bytes, index) => ({ blobId: blobIds[index]!, prepared: prepareEmail(parseMessage(bytes)) }));
}

function begin({ octets, ends, about }: Order & { kind: "begin" }): PreparedEmail[] {
  const all = JSON.parse(about) as AboutBeginning[];
  return piecesOf(octets, ends).map((bytes, index) => {
    const { described, isArrival } = all[index]!;
    return prepareEmail(parseBeginning(bytes, described, isArrival));
  });
}

function answer(order: Order): Answer {
  try {
    if (order.kind === "parse") return { kind: "parsed", parsed: parseMessage(order.bytes) };
    if (order.kind === "unpack") return { kind: "unpacked", message: tnefToMessage(order.bytes) };
    if (order.kind === "clean") return { kind: "cleaned", picture: cleanPicture(order.bytes) };
    if (order.kind === "findUnfit") return { kind: "unfit", names: unfitPictures(order.bytes) };
    if (order.kind === "begin") return { kind: "begun", emails: JSON.stringify(begin(order)) };
    return { kind: "takenIn", messages: takeIn(order) };
  } catch (error) {
    // Any other error ends the thread; the pool then gives each message its header alone.
    if (!(error instanceof StoreError)) throw error;
    return { kind: "failed", code: error.code, message: error.message };
  }
}

parentPort?.on("message", (order: Order) => parentPort?.postMessage(answer(order), []));
