/** The thread that reads files, one at a time. */
import { parentPort } from "node:worker_threads";
import { tnefToMessage } from "../../mime/tnef/to-message.ts";
import { indexTerms } from "../../store/search/search-index.ts";
import { loadBlob } from "../../worker/part-blob.ts";
import { fileText } from "./file-text.ts";

export interface FileOrder {
  message: Uint8Array;
  /** Of the file in the message. */
  blobId: string;
  type: string;
  name: string | null;
}

const nothing = { subject: "", from: "", to: "", cc: "", bcc: "", attachments: "" };
const unpack = (container: Uint8Array) => Promise.resolve(tnefToMessage(container));

/** Terms of the text; empty where there is none. */
async function termsOf({ message, blobId, type, name }: FileOrder): Promise<string> {
  const content = await loadBlob(blobId, () => Promise.resolve(message), { unpack });
  const text = content ? await fileText(content.bytes, type, name) : "";
  return indexTerms({ ...nothing, body: text })[5]!;
}

// A damaged PDF may fail once more after it was given up.
process.on("unhandledRejection", () => undefined);

parentPort?.on("message", (order: FileOrder) => {
  termsOf(order).then(
    (terms) => parentPort?.postMessage(terms, []),
    () => parentPort?.postMessage("", []),
  );
});
