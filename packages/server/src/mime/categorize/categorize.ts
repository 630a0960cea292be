/**
 * The category of a received Email: by its own declaration (schema.org), else by its wording and its sender, in
 * Russian and English. No category is better than a wrong one: an Email needs a fact, like "your order 12 was shipped", and
 * a sign that supports it; personal Emails, replies and forwarded ones get none. Pure.
 */
import { categories, type Category, type CategoryReason, type EmailHeader, type EmailHeaders } from "@pismo/jmap";
import { foldText, PhraseIndex, phrasePattern } from "./phrases.ts";
import { findSchema } from "./schema-org.ts";
import { readSender, type Sender } from "./senders.ts";
import { englishWords } from "./words-en.ts";
import { russianWords } from "./words-ru.ts";

export interface CategoryGuess {
  category: Category;
  reason: CategoryReason;
}

export interface CategoryInput {
  headers: Pick<EmailHeaders, "from" | "subject" | "inReplyTo">;
  /** All fields of its header. */
  fields: readonly EmailHeader[];
  /** Media type of the outermost part, such as "multipart/report". */
  type: string;
  /** The beginning of the text. */
  text: string;
  /** The HTML of its body, if it has any. */
  html: string;
}

/** Characters after the subject in which a fact has to occur. */
const FACT_WINDOW = 1200;
const SIGN_WINDOW = 5000;
const SCHEMA_WINDOW = 512 * 1024;
/** A fact of full weight and one sign. */
const ENOUGH = 4;
const MAX_WORDS = 4;

/** Messages about events, journeys and fines often mention orders and payments too. */
const precedence: Readonly<Record<Category, number>> = {
  fines: 1.3,
  travelings: 1.2,
  tickets: 1.1,
  registrations: 0.2,
  finances: 0.1,
  orders: 0,
};

const languages = [russianWords, englishWords];

const facts = new PhraseIndex<Category>();
/** Of both languages: a message may mix them. */
const signs = {} as Record<Category, readonly RegExp[]>;
for (const category of categories) {
  for (const words of languages) facts.add(category, words[category].facts);
  signs[category] = languages.flatMap((words) => words[category].signs.map((sign) => new RegExp(phrasePattern(sign))));
}

const answered = /^\s*(?:(?:re|fwd?|aw|wg|ha|на|отв|ответ|пересл|пер)\s*(?:\[\d+\])?\s*:)/i;
const forwarded =
  /-{2,}\s*(?:forwarded message|original message|пересылаемое сообщение|исходное сообщение|перенаправленное сообщение|forwarded by)|^begin forwarded message/im;
const promotion =
  / (?:(?:под|от) \d+|скидк[^ ]*|распродаж[^ ]*|корзин[^ ]*|акци[яию]|промокод[^ ]*|бесплатно|выгод[^ ]*|дарим|подарок|подарк[^ ]*|спешите|только до|дайджест|рассылка|новинк[^ ]*|подборк[^ ]*|как|зачем|почему|лучши[^ ]*|топ|sales?|deals?|discount[^ ]*|offers?|coupon[^ ]*|promo[^ ]*|save|off|free|gift|win|newsletter|digest|weekly|top|best|how|why|tips|guide|introducing|webinar|don t miss|basket|cart) /;
const chatty =
  /^ (?:привет|здорово|здарова|коллеги|друзья|ребята|мам|пап|дорогая|милая|милый|hi all|hey|hi team|hi guys|hi everyone|folks|dear all|all|team) /;

/** Messages by programs that only contain those of others. */
const carriers = new Set(["multipart/report", "message/rfc822", "multipart/digest"]);

export function categorize(message: CategoryInput): CategoryGuess | null {
  const { headers, html, text } = message;
  const subject = headers.subject ?? "";
  const opening = text.slice(0, FACT_WINDOW);
  if (carriers.has(message.type) || answered.test(subject) || forwarded.test(opening)) return null;
  const schema = findSchema(html.slice(0, SCHEMA_WINDOW));
  if (schema) return { category: schema.category, reason: { kind: "schema", type: schema.type } };
  return fromWords(message, readSender(headers.from));
}

/** Mailing lists and bulk senders, and automatic responders (RFC 2369, RFC 2919, RFC 3834). */
function traces(fields: readonly EmailHeader[]): { isBulk: boolean; isAutomatic: boolean } {
  let isBulk = false;
  let isAutomatic = false;
  for (const { name, value } of fields) {
    if (/^list-(?:unsubscribe|id)$/i.test(name)) isBulk = true;
    else if (/^precedence$/i.test(name)) isBulk ||= /bulk|list/i.test(value);
    else if (/^auto-submitted$/i.test(name)) isAutomatic = !/^\s*no\b/i.test(value);
  }
  return { isBulk, isAutomatic };
}

interface Case {
  /** The weight of the strongest fact; one in the subject counts one more. */
  weight: number;
  isInSubject: boolean;
  words: string[];
}

function findFacts(subject: string, body: string): Map<Category, Case> {
  const cases = new Map<Category, Case>();
  for (const { pattern, weight, subject: category } of facts.candidates(subject + body)) {
    const inSubject = pattern.exec(subject);
    const [found] = inSubject ?? pattern.exec(body) ?? [];
    if (found === undefined) continue;
    const known = cases.get(category) ?? { weight: 0, isInSubject: false, words: [] };
    known.weight = Math.max(known.weight, inSubject ? weight + 1 : weight);
    known.isInSubject ||= inSubject !== null;
    known.words.push(found.trim());
    cases.set(category, known);
  }
  return cases;
}

/** Up to three signs that are not part of a fact. */
function findSigns(category: Category, text: string, known: readonly string[]): string[] {
  const found: string[] = [];
  for (const sign of signs[category]) {
    const [match] = sign.exec(text) ?? [];
    const word = match?.trim();
    if (word !== undefined && !known.some((fact) => fact.includes(word))) found.push(word);
    if (found.length === 3) break;
  }
  return found;
}

/** The weight that a message needs: more where it may be an advertisement or written by a person. */
function threshold(message: CategoryInput, sender: Sender, subject: string, body: string) {
  const { isBulk, isAutomatic } = traces(message.fields);
  const isProgram = isBulk || isAutomatic || sender.isRole || message.html.includes("<table");
  let needed = ENOUGH;
  // A bulk message with a question is an advertisement rather than a notification.
  if (isBulk) needed += message.headers.subject?.includes("?") ? 2 : 1;
  if (promotion.test(subject)) needed += 2;
  if (message.headers.inReplyTo) needed += 1;
  if (!isProgram) needed += 2;
  if (chatty.test(body)) needed += 2;
  // The topic of a bulk message is in its subject.
  return ({ isInSubject }: Case): number => (isBulk && !isInSubject ? needed + 1 : needed);
}

function fromWords(message: CategoryInput, sender: Sender): CategoryGuess | null {
  if (sender.isFreeMail) return null;
  const subject = foldText(message.headers.subject ?? "", 300);
  const opening = foldText(message.text, FACT_WINDOW);
  const cases = findFacts(subject, opening);
  if (cases.size === 0) return null;
  const neededFor = threshold(message, sender, subject, opening);
  const whole = subject + foldText(message.text, SIGN_WINDOW);
  let best: { score: number; guess: CategoryGuess } | undefined;
  for (const category of categories) {
    const found = cases.get(category);
    if (!found) continue;
    const supports = findSigns(category, whole, found.words);
    const isSender = sender.speaksFor(category);
    const others = Math.min(2, found.words.length - 1);
    const supported = others + supports.length + Number(isSender);
    const score = found.weight + supported;
    if (supported === 0 || score < neededFor(found)) continue;
    const rank = score + precedence[category];
    if (best && best.score >= rank) continue;
    const words = distinct([...found.words, ...supports]).slice(0, MAX_WORDS);
    const reason: CategoryReason = { kind: "words", words, ...(isSender && { sender: sender.address }) };
    best = { score: rank, guess: { category, reason } };
  }
  return best?.guess ?? null;
}

/** Of overlapping phrases the longest. */
const distinct = (words: readonly string[]): string[] =>
  [...new Set(words)].filter((word, _, all) => !all.some((other) => other !== word && other.includes(word)));
