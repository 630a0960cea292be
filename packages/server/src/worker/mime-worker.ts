/** The worker thread: parses messages for the pool. */
import { parentPort } from "node:worker_threads";
import { headerMembers } from "../mime/headers/header-members.ts";
import { parseBeginning, parseMessage } from "../mime/parse/parse.ts";
import { tnefToMessage } from "../mime/tnef/to-message.ts";
import { blobIdOf, putBatch, putInPack, type PutBlob } from "../store/blobs/blob-batch.ts";
import { StoreError } from "../store/db/errors.ts";
import { type PreparedEmail, prepareEmail } from "../store/mail/prepare-email.ts";
import { inSlices } from "../store/db/reader.ts";
import type { AboutBeginning, Answer, Order, StoredMessage } from "./messages.ts";
import { readFacts } from "./read-facts.ts";
import { tryScript } from "./try-script.ts";

const piecesOf = (octets: Uint8Array, ends: readonly number[]): Uint8Array[] =>
  ends.map((end, index) => octets.subarray(ends[index - 1] ?? 0, end));

/** A single message, however large, stays a file of its own. */
async function put(
  { blobs, names }: Order & { kind: "parseAndStore" },
  messages: readonly Uint8Array[],
): Promise<PutBlob[]> {
  if (!blobs) return messages.map((bytes, index) => ({ blobId: names?.[index] ?? blobIdOf(bytes) }));
  if (!names && messages.length > 1) return putInPack(blobs, messages);
  return putBatch(blobs, messages, names).map((blobId) => ({ blobId }));
}

/** Messages parsed between two turns of the event loop, in which the disk writes. */
const TURN = 10;

async function parseAndStore(order: Order & { kind: "parseAndStore" }): Promise<StoredMessage[]> {
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
    if (order.kind === "prepare") {
      return { kind: "prepared", email: JSON.stringify(prepareEmail(parseMessage(order.bytes))) };
    }
    if (order.kind === "members") return { kind: "members", json: headerMembers(order.bytes, order.properties) };
    if (order.kind === "unpack") return { kind: "unpacked", message: tnefToMessage(order.bytes) };
    if (order.kind === "try") {
      const { script, octets, ends, about } = order;
      return { kind: "tried", tried: tryScript(script, piecesOf(octets, ends), about) };
    }
    if (order.kind === "facts") return { kind: "factsFound", found: readFacts(order.bytes, order.about) };
    if (order.kind === "begin") return { kind: "begun", emails: JSON.stringify(begin(order)) };
    return { kind: "stored", messages: await parseAndStore(order) };
  } catch (error) {
    // Any other error ends the thread; the pool then returns only the header of each message.
    if (!(error instanceof StoreError)) throw error;
    return { kind: "failed", code: error.code, message: error.message };
  }
}

parentPort?.on("message", (order: Order) => {
  void answer(order).then((result) => parentPort?.postMessage(result, []));
});
