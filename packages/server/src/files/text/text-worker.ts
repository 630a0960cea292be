/** The thread that reads files, one at a time. */
import { parentPort } from "node:worker_threads";
import { subjectOfLetter } from "../../mime/parse/letter-subjects.ts";
import { tnefToMessage } from "../../mime/tnef/to-message.ts";
import { indexTerms } from "../../store/search/search-index.ts";
import { loadBlob } from "../../worker/part-blob.ts";
import { filePreview } from "./file-preview.ts";
import { fileText } from "./file-text.ts";

export interface FileOrder {
  /** The file, or the message that it is part of. */
  bytes: Uint8Array;
  /** Of the part. */
  blobId?: string;
  type: string;
  name: string | null;
  /** Words for the search index, the text itself, what a person sees of it, as JSON, or the subject of a letter. */
  form: "terms" | "text" | "preview" | "subject";
}

const nothing = { subject: "", from: "", to: "", cc: "", bcc: "", attachments: "" };
const unpack = (container: Uint8Array) => Promise.resolve(tnefToMessage(container));

/** Empty where there is no text. */
async function read({ bytes, blobId, type, name, form }: FileOrder): Promise<string> {
  const file = blobId === undefined ? { bytes } : await loadBlob(blobId, () => Promise.resolve(bytes), { unpack });
  if (form === "preview") {
    const preview = file && (await filePreview(file.bytes, type, name));
    return preview ? JSON.stringify(preview) : "";
  }
  if (form === "subject") return (file && subjectOfLetter(file.bytes)) ?? "";
  const text = file ? await fileText(file.bytes, type, name) : "";
  if (form === "text") return text;
  return indexTerms({ ...nothing, body: text })[5]!;
}

// A damaged PDF may fail once more after it was given up.
process.on("unhandledRejection", () => undefined);

parentPort?.on("message", (order: FileOrder) => {
  read(order).then(
    (text) => parentPort?.postMessage(text, []),
    () => parentPort?.postMessage("", []),
  );
});
