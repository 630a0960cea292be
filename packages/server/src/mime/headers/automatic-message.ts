/** Whether a person wrote a message: those of programs are not answered. Pure. */
import type { EmailHeader } from "@pismo/jmap";

/** Lists, bulk mail, spam, reports and automatic replies (RFC 3834 §2, RFC 5230 §4.6). */
export const isAutomatic = (fields: readonly EmailHeader[]): boolean =>
  fields.some(({ name, value }) => {
    const text = value.trim().toLowerCase();
    switch (name.toLowerCase()) {
      case "auto-submitted":
        return !text.startsWith("no");
      case "precedence":
        return /^(?:bulk|list|junk)/.test(text);
      case "x-auto-response-suppress":
        return /oof|all/.test(text);
      case "content-type":
        return text.startsWith("multipart/report");
      case "x-spam-flag":
        return text.startsWith("yes");
      default:
        return /^list-/i.test(name);
    }
  });
