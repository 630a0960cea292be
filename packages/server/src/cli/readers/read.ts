/** One stream of messages from any source, ready to be delivered: CRLF line ends, flags, folders, time of delivery. */
import { readFile, stat } from "node:fs/promises";
import { decodeEncodedWords } from "../../mime/headers/encoded-words.ts";
import { headerStartOf, walkFields } from "../../mime/headers/header-fields.ts";
import type { FieldSpan } from "../../mime/headers/header-fields.ts";
import { takeExportFields } from "./export-fields.ts";
import { withCrlf } from "./line-ends.ts";
import { readMaildirMessage } from "./maildir.ts";
import { readMbox } from "./mbox.ts";
import type { MboxMessage } from "./mbox.ts";
import type { Found, FoundMessage } from "./message.ts";
import type { Source } from "./source.ts";
import { readStatusFields } from "./status-fields.ts";

/**
 * @param start where to resume in the file
 * @param maxBytes octets of the largest message that is imported
 * @throws Error when the file cannot be read at all
 */
export async function* readSource(source: Source, start: number, maxBytes: number): AsyncGenerator<Found> {
  if (source.kind === "mbox") yield* readMboxSource(source.file, start, maxBytes);
  else if (start < source.size || source.size === 0) yield await readSingle(source, maxBytes);
}

async function* readMboxSource(file: string, start: number, maxBytes: number): AsyncGenerator<Found> {
  for await (const message of readMbox(file, { start, maxBytes })) {
    const { offset, end } = message;
    if ("oversized" in message) {
      yield { file, offset, end, skipped: `${message.oversized} octets, the limit is ${maxBytes}` };
    } else {
      yield checked(fromMbox(message));
    }
  }
}

function fromMbox({ file, offset, end, bytes: raw, envelopeDate }: MboxMessage): FoundMessage {
  const exported = takeExportFields(raw);
  if (exported) {
    const { keywords, folders, hasConvertedLineEnds, hasAddedLineEnd } = exported.fields;
    const lines = hasAddedLineEnd ? exported.bytes.subarray(0, -1) : exported.bytes;
    const bytes = hasConvertedLineEnds ? withCrlf(lines) : lines;
    return {
      file,
      offset,
      end,
      bytes,
      receivedAt: envelopeDate,
      keywords: [...keywords],
      folders: folders.map((path) => [...path]),
    };
  }
  const bytes = withCrlf(raw);
  const field = headerFields(bytes);
  return { file, offset, end, bytes, receivedAt: envelopeDate ?? receivedAtOf(field), ...readStatusFields(field) };
}

async function readSingle({ file, kind }: Source, maxBytes: number): Promise<Found> {
  if (kind === "maildir") {
    const found = await readMaildirMessage(file, maxBytes);
    if ("skipped" in found) return found;
    const bytes = withCrlf(found.bytes);
    return checked({ ...found, bytes, receivedAt: receivedAtOf(headerFields(bytes)) ?? found.receivedAt });
  }
  const { size, mtime } = await stat(file);
  if (size > maxBytes) return { file, offset: 0, end: size, skipped: `${size} octets, the limit is ${maxBytes}` };
  const bytes = withCrlf(await readFile(file));
  const field = headerFields(bytes);
  return checked({
    file,
    offset: 0,
    end: size,
    bytes,
    receivedAt: receivedAtOf(field) ?? mtime,
    ...readStatusFields(field),
  });
}

/** Accepts what SMTP delivers: a message needs no header field (RFC 5321 §2.3.1 leaves its content open). */
function checked(message: FoundMessage): Found {
  const { file, offset, end, bytes } = message;
  return bytes.length > 0 ? message : { file, offset, end, skipped: "empty" };
}

/** Of a repeated field the first ones are the newest: relays prepend theirs, and treat a hundred as a loop (RFC 5321 §6.3). */
const MAX_REPEATED_FIELDS = 100;

/** Values by lower-case name, unfolded, encoded words decoded on demand. */
function headerFields(bytes: Uint8Array): (name: string) => string[] {
  const spans = new Map<string, FieldSpan[]>();
  const text = (start: number, end: number) =>
    Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
  walkFields(bytes, headerStartOf(bytes), bytes.length, (span) => {
    const name = text(span.nameStart, span.nameEnd).toLowerCase();
    const known = spans.get(name);
    if (known === undefined) spans.set(name, [span]);
    else if (known.length < MAX_REPEATED_FIELDS) known.push(span);
  });
  return (name) =>
    (spans.get(name) ?? []).map(({ valueStart, valueEnd }) =>
      decodeEncodedWords(
        text(valueStart, valueEnd)
          .replaceAll(/\r?\n(?=[ \t])/g, "")
          .trim(),
      ),
    );
}

/** The date of the newest hop, else the Date field. */
function receivedAtOf(field: (name: string) => string[]): Date | undefined {
  const received = field("received").map((value) => parseDate(value.slice(value.lastIndexOf(";") + 1)));
  const times = received.flatMap((date) => date?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.max(...times)) : parseDate(field("date")[0] ?? "");
}

function parseDate(text: string): Date | undefined {
  const date = new Date(text.replaceAll(/\([^)]*\)/g, " ").trim());
  const time = date.getTime();
  // Clocks of old machines said 1970 or 2038; a message from the future would stay on top forever.
  return Number.isNaN(time) || time <= 0 || time > Date.now() + 86_400_000 ? undefined : date;
}
