/** Runs in a worker thread: one message in, what the store keeps of it out. */
import { parentPort } from "node:worker_threads";
import { parseMessage } from "../mime/parse.ts";

// An error that parsing throws ends the thread; the pool then gives the message its header alone.
parentPort?.on("message", (bytes: Uint8Array) => parentPort?.postMessage(parseMessage(bytes), []));
