/** Runs in a worker thread: one message in, what the store keeps of it out. */
import { parentPort } from "node:worker_threads";
import { parseMessage } from "../mime/parse.ts";

parentPort?.on("message", ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  try {
    parentPort?.postMessage({ id, parsed: parseMessage(bytes) });
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) });
  }
});
