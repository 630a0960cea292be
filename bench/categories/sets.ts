/** The messages that the rules are measured with: our own, and those built from public data. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Category } from "@pismo/jmap";
import { heldOutEnglish } from "./held-out/en.ts";
import { heldOutRussian } from "./held-out/ru.ts";
import { negativeEn, negativeRu } from "./learnt-from/negative.ts";
import { positiveEn } from "./learnt-from/positive-en.ts";
import { positiveRu } from "./learnt-from/positive-ru.ts";
import { secondEn } from "./learnt-from/second-en.ts";
import { secondRu } from "./learnt-from/second-ru.ts";
import type { SampleMessage } from "./sample-message.ts";

export interface Sample {
  /** Where it is from, for the list of mistakes. */
  name: string;
  bytes: Buffer;
  /** null: none. undefined: not labelled. */
  expected: Category | null | undefined;
}

const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;

function message(from: string, subject: string, body: string, headers: readonly string[]): Buffer {
  const [, name = "", address = from] = /^(.*) <(.*)>$/.exec(from) ?? [];
  const head = [`From: ${encoded(name)} <${address}>`, `Subject: ${encoded(subject)}`, "MIME-Version: 1.0", ...headers];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}\r\n`);
}

const html = "Content-Type: text/html; charset=utf-8";
const plain = "Content-Type: text/plain; charset=utf-8";
const list = "List-Unsubscribe: <https://list.example/unsubscribe>";
const table = (text: string): string => `<html><body><table><tr><td>${text}</td></tr></table></body></html>`;

const ours = (messages: readonly SampleMessage[]): Sample[] =>
  messages.map(({ expected, kind, from, subject, text }) => ({
    name: subject,
    expected,
    bytes:
      kind === "person"
        ? message(from, subject, text, [plain])
        : message(from, subject, table(text), kind === "list" ? [html, list] : [html]),
  }));

/** Written after the rules, and the rules stay as they are whatever comes out. */
export const heldOut = { ru: (): Sample[] => ours(heldOutRussian), en: (): Sample[] => ours(heldOutEnglish) };
/** Written after the rules, which then learnt from the mistakes. */
export const learntFrom = {
  ru: (): Sample[] => ours([...positiveRu, ...negativeRu, ...secondRu]),
  en: (): Sample[] => ours([...positiveEn, ...negativeEn, ...secondEn]),
};

interface SchemaExample {
  types: string;
  jsonld: unknown[] | null;
  microdata_html: string;
}

/** What the examples of schema.org are, by their own comments. An event alone is news, a table in a restaurant none of the six. */
const schemaLabels: readonly [pattern: RegExp, Category][] = [
  [/\b(?:Train|Bus|Boat|Flight|Lodging|RentalCar|Taxi)Reservation\b/, "travelings"],
  [/\bEventReservation\b/, "tickets"],
  [/\bInvoice\b/, "finances"],
  [/\b(?:ParcelDelivery|Order)\b/, "orders"],
];

/** Both notations of each example, in a message without other text. */
export function schemaExamples(folder: string): Sample[] {
  const file = join(folder, "categories/schemaorg-examples.json");
  const examples = JSON.parse(readFileSync(file, "utf8")) as SchemaExample[];
  return examples.flatMap(({ types, jsonld, microdata_html: microdata }, index) => {
    // The invoice example that orders belong to is listed with them; the one of an order alone is not.
    const expected = schemaLabels.find(([pattern]) => pattern.test(types))?.[1] ?? null;
    const script = `<script type="application/ld+json">${JSON.stringify(jsonld)}</script>`;
    const ofLd = { name: `schema.org ${index} JSON-LD ${types}`, expected, body: script };
    const ofMicrodata = { name: `schema.org ${index} microdata ${types}`, expected, body: microdata };
    return [ofLd, ofMicrodata]
      .filter(({ body }) => /[{<]/.test(body) && /schema\.org/.test(body))
      .map(({ name, expected: category, body }) => ({
        name,
        expected: category,
        bytes: message("Sender <hello@sender.example>", "Hello", body, [html]),
      }));
  });
}

/** Messages of a shop, composed of the strings of a Russian translation; the section gives the category. */
const shopLabels: Readonly<Record<string, Category | null>> = {
  cancel_email: "orders",
  confirm_email: "orders",
  payment_link_email: "orders",
  shipped_email: "orders",
  confirmation_instructions: "registrations",
  reset_password_instructions: "registrations",
  unlock_instructions: "registrations",
};
const shopValues: Readonly<Record<string, string>> = { number: "R1044", tracking: "RB1", store_name: "Магазин" };

export function shopMessages(folder: string): Sample[] {
  const lines = readFileSync(join(folder, "categories/ru-shop-mail-strings.yml"), "utf8").split("\n");
  const sections = new Map<string, string[]>();
  let section = "";
  for (const line of lines) {
    const [, name] = /^ {6}(\w+):\s*$/.exec(line) ?? [];
    if (name !== undefined) section = name;
    const [, key = "", value = ""] = /^ {8}(\w+): ?['"]?(.*?)['"]?$/.exec(line) ?? [];
    if (value === "") continue;
    const text = value.replaceAll(/%\{(\w+)\}/g, (_, variable: string) => shopValues[variable] ?? "1");
    sections.set(section, [...(sections.get(section) ?? []), `${key}\t${text}`]);
  }
  return [...sections].flatMap(([name, all]) => {
    const expected = shopLabels[name];
    const subject = all.find((each) => each.startsWith("subject\t"))?.slice("subject\t".length);
    if (expected === undefined || subject === undefined) return [];
    const text = all.map((each) => each.slice(each.indexOf("\t") + 1)).join("<br>");
    const bytes = message("Магазин <noreply@magazin.example>", subject, table(text), [html]);
    return [{ name: `shop ${name}: ${subject}`, expected, bytes }];
  });
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/LICENSE|\.(?:xml|out|bin|json|golden|png|jpe?g|gif|md)$/i.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.includes("LICENSE.d"))
    .sort();

/** By the template's file; all others are of no category. Read by a person. */
const templateLabels: readonly [pattern: RegExp, Category][] = [
  [/password|email-confirmation|\/action\.html|(?:paste|merriweather)-templates\/welcome/, "registrations"],
  [/foundation-emails\/templates\/welcome/, "registrations"],
  [/templates\/order\.html|(?:paste|merriweather)-templates\/receipt/, "orders"],
  [/billing\.html|dynamic-templates\/receipt/, "finances"],
];

/** Templates of newsletters and of messages by programs, unchanged. */
export function templates(folder: string): Sample[] {
  return filesBelow(join(folder, "newsletters"))
    .filter((path) => path.endsWith(".html"))
    .map((path) => {
      const source = readFileSync(path, "utf8");
      const title = /<title[^>]*>([^<]*)/i.exec(source)?.[1]?.trim() ?? "";
      const expected = templateLabels.find(([pattern]) => pattern.test(path))?.[1] ?? null;
      return { name: path, expected, bytes: message("Sender <hello@sender.example>", title, source, [html]) };
    });
}

/** The few with a category among hundreds of unlabelled messages; found by reading them. */
const mimeLabels: readonly [pattern: RegExp, Category][] = [
  [/enmime.*mime-(?:bad-content-type|blank-media-name|duplicate-param|unquoted-tspecials-param)\.raw$/, "travelings"],
  [/enmime.*ctype-bug\.raw$|rspamd.*transactional\.eml$/, "registrations"],
];

/** Test messages of other mail programs: people's, lists', reports, spam. */
export function mimeMessages(folder: string): Sample[] {
  return ["mime", "replies"].flatMap((each) =>
    filesBelow(join(folder, each)).map((path) => ({
      name: path,
      expected: mimeLabels.find(([pattern]) => pattern.test(path))?.[1] ?? null,
      bytes: readFileSync(path),
    })),
  );
}
