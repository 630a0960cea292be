/** What stands in an Email with which writing begins. */
import type { FullEmail } from "../../../store/index.ts";
import { fromHtml, toText } from "../editor/html.ts";

/** The first HTML and the whole text of an Email, as its body values have them. */
export function bodiesOf(email: FullEmail): { html: string | null; text: string } {
  const value = (part: { partId: string | null }): string => email.bodyValues[part.partId ?? ""]?.value ?? "";
  const htmlParts = email.htmlBody.filter(({ type }) => type === "text/html");
  const textParts = email.textBody.filter(({ type }) => type.startsWith("text/") && type !== "text/html");
  const html = htmlParts.length > 0 ? htmlParts.map(value).join("") : null;
  const text = textParts.length > 0 ? textParts.map(value).join("\n") : html ? toText(fromHtml(html)) : "";
  return { html, text };
}
