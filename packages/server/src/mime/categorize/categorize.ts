/**
 * The category of a received Email: what it declares itself (schema.org) first, then its wording and its sender, in
 * Russian and English. No category is better than a wrong one: an Email needs a fact, like "your order 12 was shipped", and
 * a sign that supports it; personal Emails, replies and forwarded ones get none. Pure.
 */
import { categories, type Category, type CategoryReason, type EmailHeader, type EmailHeaders } from "@pismo/jmap";
import { foldText } from "./phrases.ts";
import { findSchema } from "./schema-org.ts";
import { readSender, type Sender } from "./senders.ts";
import { facts, signs } from "./words.ts";

export interface CategoryGuess {
  category: Category;
  reason: CategoryReason;
}

export interface CategorizedLetter {
  headers: Pick<EmailHeaders, "from" | "subject" | "inReplyTo">;
  /** All fields of its header. */
  fields: readonly EmailHeader[];
  /** Of the outermost part, e.g. "multipart/report". */
  type: string;
  /** The part of the text that is read: its beginning. */
  text: string;
  /** The HTML of its body, if it has any. */
  html: string;
}

/** Characters in which a fact has to stand, behind the subject. */
const FACT_WINDOW = 1200;
const SIGN_WINDOW = 5000;
const SCHEMA_WINDOW = 512 * 1024;
/** A fact of full weight and one sign beside it. */
const ENOUGH = 4;
const MAX_WORDS = 4;

/** What events, journeys and authorities send often speaks of orders and payments too. */
const precedence: Readonly<Record<Category, number>> = {
  fines: 1.3,
  travelings: 1.2,
  tickets: 1.1,
  registrations: 0.2,
  finances: 0.1,
  orders: 0,
};

const answered = /^\s*(?:(?:re|fwd?|aw|wg|ha|на|отв|ответ|пересл|пер)\s*(?:\[\d+\])?\s*:)/i;
const forwarded =
  /-{2,}\s*(?:forwarded message|original message|пересылаемое сообщение|исходное сообщение|перенаправленное сообщение|forwarded by)|^begin forwarded message/im;
const promotion =
  / (?:(?:под|от) \d+|скидк[^ ]*|распродаж[^ ]*|корзин[^ ]*|акци[яию]|промокод[^ ]*|бесплатно|выгод[^ ]*|дарим|подарок|подарк[^ ]*|спешите|только до|дайджест|рассылка|новинк[^ ]*|подборк[^ ]*|как|зачем|почему|лучши[^ ]*|топ|sales?|deals?|discount[^ ]*|offers?|coupon[^ ]*|promo[^ ]*|save|off|free|gift|win|newsletter|digest|weekly|top|best|how|why|tips|guide|introducing|webinar|don t miss|basket|cart) /;
const chatty =
  /^ (?:привет|здорово|здарова|коллеги|друзья|ребята|мам|пап|дорогая|милая|милый|hi all|hey|hi team|hi guys|hi everyone|folks|dear all|all|team) /;

/** Letters by programs that only carry others' words. */
const carriers = new Set(["multipart/report", "message/rfc822", "multipart/digest"]);

export function categorize(letter: CategorizedLetter): CategoryGuess | null {
  const { headers, html, text } = letter;
  const subject = headers.subject ?? "";
  const opening = text.slice(0, FACT_WINDOW);
  if (carriers.has(letter.type) || answered.test(subject) || forwarded.test(opening)) return null;
  const schema = findSchema(html.slice(0, SCHEMA_WINDOW));
  if (schema) return { category: schema.category, reason: { kind: "schema", type: schema.type } };
  return fromWords(letter, readSender(headers.from));
}

/** Programs that send to many, and programs that answer by themselves (RFC 2369, RFC 2919, RFC 3834). */
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
  /** Of the weightiest fact; the subject's count one more. */
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

/** What a letter has to reach: more where it may be an advertisement or a person's. */
function threshold(letter: CategorizedLetter, sender: Sender, subject: string, body: string) {
  const { isBulk, isAutomatic } = traces(letter.fields);
  const isProgram = isBulk || isAutomatic || sender.isRole || letter.html.includes("<table");
  let needed = ENOUGH;
  // A list asks; about what was done it tells.
  if (isBulk) needed += letter.headers.subject?.includes("?") ? 2 : 1;
  if (promotion.test(subject)) needed += 2;
  if (letter.headers.inReplyTo) needed += 1;
  if (!isProgram) needed += 2;
  if (chatty.test(body)) needed += 2;
  // What a list's letter is about stands in its subject.
  return ({ isInSubject }: Case): number => (isBulk && !isInSubject ? needed + 1 : needed);
}

function fromWords(letter: CategorizedLetter, sender: Sender): CategoryGuess | null {
  if (sender.isFreeMail) return null;
  const subject = foldText(letter.headers.subject ?? "", 300);
  const opening = foldText(letter.text, FACT_WINDOW);
  const cases = findFacts(subject, opening);
  if (cases.size === 0) return null;
  const neededFor = threshold(letter, sender, subject, opening);
  const whole = subject + foldText(letter.text, SIGN_WINDOW);
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

/** Of phrases that lie in each other the longest. */
const distinct = (words: readonly string[]): string[] =>
  [...new Set(words)].filter((word, _, all) => !all.some((other) => other !== word && other.includes(word)));
