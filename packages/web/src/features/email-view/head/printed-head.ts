import type { EmailAddress } from "@pismo/jmap";
import { formatNumber } from "../../../i18n/numbers.ts";
import type { FullEmail } from "../../../store/index.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { datesInWords } from "./letter-dates.ts";

type Headed = Pick<FullEmail, "from" | "to" | "cc" | "bcc" | "sentAt" | "receivedAt">;

interface Translate {
  (key: string): string;
  (key: string, values: { count: number; number: string }): string;
}

/** Recipients that stand on paper. */
const most = 500;
/** Characters of a name. */
const longest = 500;

const person = ({ name, email }: EmailAddress): string =>
  visibleText(name?.trim() ? `${name.trim().slice(0, longest)} <${email}>` : email.slice(0, longest));

/** Sender, recipients and date with everything that the screen unfolds only when asked; a line each. */
export function printedHead(email: Headed, t: Translate): string {
  const lines = (["from", "to", "cc", "bcc"] as const).flatMap((field) => {
    const people = email[field] ?? [];
    if (people.length === 0) return [];
    const more =
      people.length > most
        ? [t("letter.moreRecipients", { count: people.length - most, number: formatNumber(people.length - most) })]
        : [];
    return [`${t(`letter.${field}`)}: ${[...people.slice(0, most).map(person), ...more].join(", ")}`];
  });
  return [...lines, ...datesInWords(email).map(([key, text]) => `${t(`letter.${key}`)}: ${text}`)].join("\n");
}
