/** The quote of an Email in an answer to it, with the words of a language around it. */
import { i18n, type Language, locales } from "../../../i18n/index.ts";
import type { FullEmail } from "../../../store/index.ts";
import type { ReplyKind } from "../reply.ts";
import { formatPeople, type Quote, quoteForForward, quoteForReply } from "./quote.ts";
import { quotedBody } from "./quoted-body.ts";

const longDate = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeStyle: "short" }).format(new Date(date));

export function quoteOf(kind: ReplyKind, email: FullEmail, language: Language): Quote {
  const t = i18n.getFixedT(language);
  const body = quotedBody(email, kind === "forward");
  const date = longDate(email.sentAt ?? email.receivedAt, language);
  if (kind !== "forward")
    return quoteForReply(t("compose.attribution", { date, name: formatPeople(email.from) }), body);
  const fields: [string, string][] = [
    [t("compose.from"), formatPeople(email.from)],
    [t("compose.date"), date],
    [t("compose.subject"), email.subject ?? ""],
    [t("compose.to"), formatPeople(email.to)],
  ];
  return quoteForForward(t("compose.forwardedHeading"), fields, body);
}
