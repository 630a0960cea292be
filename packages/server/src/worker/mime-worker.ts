/** Runs in a worker thread: messages in, what the store keeps of them out. */
import { parentPort } from "node:worker_threads";
import { parseMessage } from "../mime/parse.ts";
import { putBatch } from "../store/blob-batch.ts";
import { StoreError } from "../store/errors.ts";
import { prepareEmail } from "../store/prepare-email.ts";
import type { Answer, Order, TakenIn } from "./messages.ts";

function takeIn({ octets, ends, blobs }: Order & { kind: "takeIn" }): TakenIn[] {
  const messages = ends.map((end, index) => octets.subarray(ends[index - 1] ?? 0, end));
  const blobIds = putBatch(blobs, messages);
  return messages.map((bytes, index) => ({ blobId: blobIds[index]!, prepared: prepareEmail(parseMessage(bytes)) }));
}

function answer(order: Order): Answer {
  try {
    if (order.kind === "parse") return { kind: "parsed", parsed: parseMessage(order.bytes) };
    return { kind: "takenIn", messages: takeIn(order) };
  } catch (error) {
    // Any other error ends the thread; the pool then gives each message its header alone.
    if (!(error instanceof StoreError)) throw error;
    return { kind: "failed", code: error.code, message: error.message };
  }
}

parentPort?.on("message", (order: Order) => parentPort?.postMessage(answer(order), []));
