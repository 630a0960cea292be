/** Reads a receipt: RFC 8098 §3, as RFC 9007 §1.1 has it. Pure. */
import type { Disposition, EmailHeader, Mdn } from "@pismo/jmap";
import { asMessageIds, headersOf } from "../headers/headers.ts";
import { decodePart, partText } from "./body.ts";
import type { PartNode } from "./part.ts";

const known = new Set([
  "reporting-ua",
  "mdn-gateway",
  "original-recipient",
  "final-recipient",
  "original-message-id",
  "disposition",
  "error",
]);

const line = (value: string): string => value.replaceAll(/\s+/g, " ").trim();

/** "manual-action/MDN-sent-manually; displayed/error" */
function dispositionIn(value: string): Disposition | undefined {
  const [, actionMode, sendingMode, type] =
    /^(manual-action|automatic-action)\s*\/\s*(mdn-sent-manually|mdn-sent-automatically)\s*;\s*(deleted|dispatched|displayed|processed)\b/.exec(
      line(value).toLowerCase(),
    ) ?? [];
  // The pattern has matched nothing but these words.
  return type === undefined ? undefined : ({ actionMode, sendingMode, type } as Disposition);
}

/** @returns undefined: it is no receipt */
export function readReceipt(
  bytes: Uint8Array,
  structure: PartNode,
  subject: string | null,
): Omit<Mdn, "forEmailId"> | undefined {
  const [text, report, original] = structure.type === "multipart/report" ? (structure.subParts ?? []) : [];
  if (report?.type !== "message/disposition-notification") return undefined;
  const content = decodePart(bytes, report);
  const fields = headersOf(content, 0, content.length);
  const all = (name: string): string[] =>
    fields.filter((field: EmailHeader) => field.name.toLowerCase() === name).map(({ value }) => line(value));
  const first = (name: string): string | null => all(name)[0] ?? null;
  const disposition = dispositionIn(first("disposition") ?? "");
  if (!disposition) return undefined;
  const extensions = fields.filter(({ name }) => !known.has(name.toLowerCase()));
  const errors = all("error");
  return {
    subject,
    textBody: text?.type.startsWith("text/") ? partText(bytes, text).value : null,
    includeOriginalMessage: original?.type === "message/rfc822",
    reportingUA: first("reporting-ua"),
    disposition,
    mdnGateway: first("mdn-gateway"),
    originalRecipient: first("original-recipient"),
    finalRecipient: first("final-recipient"),
    originalMessageId: asMessageIds(first("original-message-id") ?? "")?.[0] ?? null,
    error: errors.length > 0 ? errors : null,
    extensionFields:
      extensions.length > 0 ? Object.fromEntries(extensions.map(({ name, value }) => [name, line(value)])) : null,
  };
}
