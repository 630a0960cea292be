/** Converts a TNEF stream to a MIME message, whose parts are found, displayed and addressed like those of any other. */
import { createHash } from "node:crypto";
import { encodeHeader, encodeStructured } from "../compose/encode-headers.ts";
import { imageType } from "../parse/image-type.ts";
import { decompressRtf } from "./compressed-rtf.ts";
import { TnefError } from "./reader.ts";
import { rtfText } from "./rtf-text.ts";
import { readTnef, type Tnef, type TnefFile } from "./tnef.ts";

/** Maximum depth of messages within messages. */
const MAX_DEPTH = 4;
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/;

interface Content {
  fields: string[];
  content: Buffer;
  /** Displayed within the text. */
  isShown?: boolean;
}

const part = ({ fields, content }: Content): Buffer => Buffer.concat([Buffer.from(`${fields.join("")}\r\n`), content]);

function multipart(subtype: string, boundary: string, parts: readonly Content[]): Content {
  const delimiter = Buffer.from(`\r\n--${boundary}\r\n`);
  const content = Buffer.concat([
    ...parts.flatMap((each) => [delimiter, part(each)]),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { fields: [`Content-Type: multipart/${subtype};\r\n boundary=${boundary}\r\n`], content };
}

const binary = "Content-Transfer-Encoding: binary\r\n";

const textPart = (type: string, value: string): Content => ({
  fields: [encodeStructured("Content-Type", type, { charset: "utf-8" }), binary],
  content: Buffer.from(value.replace(/\r\n?|\n/g, "\r\n")),
});

/** The text in each of its forms; empty where the sender gave none. */
function textsOf({ text, html, rtf }: Tnef): { plain: string; rich: string } {
  const wrapped = rtf && (!html || !text) ? rtfText(decompressRtf(rtf)) : undefined;
  const rich = html ?? (wrapped?.type === "text/html" ? wrapped.value : "");
  const plain = text ?? (wrapped?.type === "text/plain" ? wrapped.value : "");
  return { plain, rich };
}

/** @param html the text that may display the file inline */
function filePart({ name, mimeType, contentId, data }: TnefFile, html: string): Content {
  const claimed = mimeType?.toLowerCase() ?? "";
  const isClaimable = MEDIA_TYPE.test(claimed) && !/^(?:multipart|message)\//.test(claimed);
  const type = imageType(data) ?? (isClaimable ? claimed : "application/octet-stream");
  const cid = contentId && /^[\x21-\x3b\x3d\x3f-\x7e]{1,200}$/.test(contentId) ? contentId : null;
  const isShown = cid !== null && html.includes(`cid:${cid}`);
  const fields = [
    encodeStructured("Content-Type", type, {}),
    encodeStructured("Content-Disposition", isShown ? "inline" : "attachment", { filename: name }),
    binary,
    ...(cid ? [encodeHeader("Content-ID", "asMessageIds", [cid])] : []),
  ];
  return { fields, content: Buffer.from(data.buffer, data.byteOffset, data.byteLength), isShown };
}

function messagePart(file: TnefFile, depth: number): Content | undefined {
  const content = depth < MAX_DEPTH ? message(file.data, depth + 1) : undefined;
  if (!content) return undefined;
  const name = file.name ? `${file.name.replace(/\.(?:msg|eml)$/i, "")}.eml` : null;
  const fields = [
    encodeStructured("Content-Type", "message/rfc822", {}),
    encodeStructured("Content-Disposition", "attachment", { filename: name }),
    binary,
  ];
  return { fields, content };
}

function message(bytes: Uint8Array, depth: number): Buffer | undefined {
  let tnef: Tnef;
  try {
    tnef = readTnef(bytes);
  } catch (error) {
    if (error instanceof TnefError) return undefined;
    throw error;
  }
  // No content contains its own hash, so none can end its part or begin another.
  const boundary = createHash("sha256").update(bytes).digest("hex");
  const { plain, rich } = textsOf(tnef);
  const parts = tnef.files.map(
    (file) => (file.isMessage ? messagePart(file, depth) : undefined) ?? filePart(file, rich),
  );
  const shown = parts.filter(({ isShown }) => isShown);
  const files = parts.filter(({ isShown }) => !isShown);
  const page = rich.trim() === "" ? [] : [textPart("text/html", rich)];
  const withImages = shown.length > 0 ? [multipart("related", `r${boundary}`, [...page, ...shown])] : page;
  const texts = [...(plain.trim() === "" ? [] : [textPart("text/plain", plain)]), ...withImages];
  const body = texts.length > 1 ? [multipart("alternative", `a${boundary}`, texts)] : texts;
  if (body.length + files.length === 0) return undefined;
  const whole = multipart("mixed", `m${boundary}`, [...body, ...files]);
  const subject = tnef.subject ? [encodeHeader("Subject", "asText", tnef.subject)] : [];
  return part({ ...whole, fields: [...subject, "MIME-Version: 1.0\r\n", ...whole.fields] });
}

/**
 * The same octets always give the same message, so that its parts can be addressed by their section.
 * @returns undefined where it is not TNEF, or empty
 */
export const tnefToMessage = (bytes: Uint8Array): Uint8Array | undefined => message(bytes, 0);
