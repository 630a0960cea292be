import type { EmailAddress, SenderCheck, SenderChecks } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { fullDate } from "../../../i18n/dates.ts";
import { formatNumber } from "../../../i18n/numbers.ts";
import type { FullEmail } from "../../../store/index.ts";
import type { EarlierLetters } from "../../../store/people/earlier-letters.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import type { SenderWarning } from "../safety/sender-warnings.ts";
import { type Line, Section } from "./Section.tsx";
import { type Facts, senderOf } from "./use-facts.ts";

/** Characters. */
const LONGEST = 300;
/** Senders of one letter. */
const MOST_SENDERS = 5;

const shown = (text: string): string => visibleText(text.slice(0, LONGEST));

const person = ({ name, email }: EmailAddress): string =>
  name?.trim() ? `${shown(name.trim())} <${shown(email)}>` : shown(email);

const names = (list: EmailAddress[]): string => list.slice(0, MOST_SENDERS).map(person).join(", ");

interface SectionsProps {
  email: FullEmail;
  facts: Facts;
}

/** Who a letter says that it is from, who sent it, and what is known of them. */
export function SenderSections({ email, facts }: SectionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t("genuine.says.title")} lines={claimedBy(email, t)} />
      <Section title={t("genuine.sent.title")} lines={sentBy(facts, t)} />
      <Section title={t("genuine.earlier.title")} lines={before(email, facts, t)} />
      <Section title={t("genuine.alike.title")} lines={alike(email, facts, t)} />
    </>
  );
}

function claimedBy({ from, sender, replyTo }: FullEmail, t: TFunction): Line[] {
  const people = from ?? [];
  const others = (list: EmailAddress[] | null): EmailAddress[] =>
    (list ?? []).filter(({ email }) => !people.some((each) => each.email.toLowerCase() === email.toLowerCase()));
  const [sentFor, answers] = [others(sender), others(replyTo)];
  return [
    people.length === 0 ? t("genuine.says.none") : names(people),
    sentFor.length > 0 && t("genuine.says.sender", { sender: names(sentFor) }),
    answers.length > 0 && t("genuine.says.replyTo", { address: names(answers) }),
  ];
}

const words = ({ method, result }: SenderCheck, t: TFunction): string =>
  result === "pass" || result === "fail"
    ? t(`genuine.checks.${method}.${result}`)
    : t("genuine.checks.other", { result: shown(result) });

function checkLine(check: SenderCheck, t: TFunction): string {
  const { method, domain } = check;
  const name = method.toUpperCase();
  return `${domain === null ? name : `${name} (${shown(domain)})`}: ${words(check, t)}.`;
}

function sentBy({ trust }: Facts, t: TFunction): Line[] {
  if (!trust) return [t("genuine.sent.untold")];
  const { checks } = trust;
  if (!checks) return [t("genuine.sent.unchecked")];
  return [...checks.results.map((check) => checkLine(check, t)), whoseWord(checks, t)];
}

const whoseWord = ({ server, results }: SenderChecks, t: TFunction): string =>
  t(results.length > 0 ? "genuine.sent.whoseWord" : "genuine.sent.silent", { server: shown(server) });

function before(email: FullEmail, { earlier, trust, isWritten }: Facts, t: TFunction): Line[] {
  const sender = senderOf(email);
  if (!sender || !earlier) return [t("genuine.earlier.unknown")];
  const address = shown(sender.email);
  const { count, reported } = earlier;
  return [
    howMany(earlier, address, t),
    count > 0 && trust?.authentication !== "pass" && t("genuine.earlier.unproven"),
    isWritten && t("genuine.earlier.written"),
    reported > 0 && t("genuine.earlier.reported", { count: reported }),
  ];
}

function howMany({ count, isMore, since }: EarlierLetters, address: string, t: TFunction): string {
  if (since !== undefined) {
    return t("genuine.earlier.nth", { address, number: formatNumber(count + 1), date: fullDate(new Date(since)) });
  }
  // Letters of others, whose addresses have the same words, may have been in the way.
  if (isMore)
    return count > 0
      ? t("genuine.earlier.many", { address, number: formatNumber(count) })
      : t("genuine.earlier.unknown");
  return t("genuine.earlier.first", { address });
}

function warningText(warning: SenderWarning, t: TFunction): string | undefined {
  const address = shown(warning.address);
  if (warning.kind === "lookalike") return t("genuine.verdict.lookalike", { address, real: shown(warning.real) });
  if (warning.kind === "otherAddress")
    return t("genuine.verdict.otherAddress", { address, named: shown(warning.named) });
  // The others stand in sections of their own.
  return undefined;
}

function alike(email: FullEmail, { warnings, resemblance }: Facts, t: TFunction): Line[] {
  const lines = warnings.flatMap((warning) => warningText(warning, t) ?? []);
  const sender = senderOf(email);
  if (resemblance) {
    const address = shown(sender?.email ?? "");
    const { kind, known } = resemblance;
    const name = kind === "knownName" ? shown(resemblance.name) : "";
    lines.push(t(`genuine.verdict.${kind}`, { address, known: shown(known), name }));
  }
  // Of several senders none is compared.
  return lines.length > 0 ? lines : [t(sender ? "genuine.alike.none" : "genuine.earlier.unknown")];
}
