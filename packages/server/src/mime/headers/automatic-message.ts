/** Whether a person wrote a message: those of programs are not answered, and answer nothing. Pure. */
import type { EmailHeader } from "@pismo/jmap";

/** RFC 3834 §5: parameters and comments may follow the keyword. */
const isAutoSubmitted = (text: string): boolean => !/^no(?![a-z-])/.test(text);

/** Lists, bulk mail, spam, reports and automatic replies (RFC 3834 §2, RFC 5230 §4.6). */
export const isAutomatic = (fields: readonly EmailHeader[]): boolean =>
  fields.some(({ name, value }) => {
    const text = value.trim().toLowerCase();
    switch (name.toLowerCase()) {
      case "auto-submitted":
        return isAutoSubmitted(text);
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

/**
 * A vacation answer, a report of a mail server: no answer of a person. What lists and services pass on for people is one,
 * so that less tells it than isAutomatic: RFC 3834 §5, the fields that programs set before it, and the reverse path of
 * what is not to be answered (RFC 3834 §3.3, RFC 5321 §6.1).
 */
export const isAutomaticAnswer = (fields: readonly EmailHeader[]): boolean =>
  fields.some(({ name, value }) => {
    const text = value.trim().toLowerCase();
    switch (name.toLowerCase()) {
      case "auto-submitted":
        return isAutoSubmitted(text);
      case "precedence":
        return /^auto[-_]?reply/.test(text);
      case "x-autoreply":
      case "x-autorespond":
      case "x-autoresponder":
        return text !== "" && !text.startsWith("no");
      case "x-failed-recipients":
        return true;
      case "return-path":
        return text === "<>";
      case "content-type":
        return text.startsWith("multipart/report");
      default:
        return false;
    }
  });
