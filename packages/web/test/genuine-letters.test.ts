// @vitest-environment jsdom
/**
 * What is said of real and hostile letters. With HOSTILE_LETTERS, a file as letters.json, and MIME_LETTERS, a folder, NEWSLETTERS, a folder,
 * those instead of the fixtures.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EmailAddress, EmailBodyPart, SenderChecks } from "@pismo/jmap";
import PostalMime, { type Address } from "postal-mime";
import { expect, test } from "vitest";
import { contentOf, type LetterContent } from "../src/features/email-view/genuine/letter-content.ts";
import { nearHostsOf } from "../src/features/email-view/genuine/near-hosts.ts";
import { type Verdict, verdictOf } from "../src/features/email-view/genuine/verdict.ts";
import { warningsOf } from "../src/features/email-view/safety/sender-warnings.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const lettersIn = (folder: string, end: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => end.test(name))
    .map((name) => join(folder, name));

function read(html: string, text = ""): LetterContent {
  const values = [
    ["text/html", html],
    ["text/plain", text],
  ] as const;
  const parts = values.map(([type], at) => ({ type, partId: String(at) }) as EmailBodyPart);
  const bodyValues = Object.fromEntries(
    values.map(([, value], at) => [String(at), { value, isTruncated: false, isEncodingProblem: false }]),
  );
  return contentOf({ htmlBody: [parts[0]!], textBody: [parts[1]!], bodyValues });
}

const proof: SenderChecks = { server: "mx.home.example", results: [] };
const sentence = (
  content: LetterContent,
  checks: SenderChecks | null,
  { from, replyTo = null }: { from: EmailAddress[]; replyTo?: EmailAddress[] | null },
): Verdict => {
  const authentication = checks ? "pass" : "none";
  return verdictOf({
    address: from.length === 1 ? from[0]!.email : undefined,
    checks,
    authentication,
    warnings: warningsOf({ from, replyTo }, authentication),
    resemblance: undefined,
    misleading: content.misleading,
    nearHosts: nearHostsOf(
      content.hosts,
      from.map(({ email }) => email.split("@")[1]!),
    ),
    reported: 0,
    caution: undefined,
  });
};
const shop = { from: [{ name: "Shop", email: "news@shop.example" }] };

test("newsletters have nothing that runs, and a proven one is called that", () => {
  const files = lettersIn(process.env["NEWSLETTERS"] ?? join(fixtures, "newsletters"), /\.html$/);
  expect(files.length).toBeGreaterThan(5);
  const misleading: string[] = [];
  for (const file of files) {
    const html = readFileSync(file, "utf8");
    const content = read(html);
    const { scripts, forms, frames } = content.blocked;
    // The corpora hold a page about templates among them, and one that asks.
    const [mayRun, mayAsk] = [/<script\b|\son[a-z]+\s*=/i, /<(?:form|input|select|textarea|button)\b/i];
    expect([file, scripts > 0, frames]).toEqual([file, scripts > 0 && mayRun.test(html), 0]);
    expect([file, forms > 0]).toEqual([file, forms > 0 && mayAsk.test(html)]);
    expect([file, content.isPartial]).toEqual([file, false]);
    misleading.push(...content.misleading.map(({ named }) => named));
    const isHonest = content.misleading.length === 0;
    expect(sentence(content, proof, shop).reason).toBe(isHonest ? "proven" : "misleading");
    expect(sentence(content, null, shop).reason).toBe(isHonest ? "unchecked" : "misleading");
  }
  // As templates of the corpora have it that were never filled in.
  expect(misleading.filter((named) => named !== "same-link-as-button.url")).toEqual([]);
});

/** As no parser of markup is needed to see it: in the first tag of the message. */
const runsPlainly = /^\s*<(?:script|svg|img|body|video|audio|details|iframe|form)\b[^<>]*?(?:\son[a-z]+\s*=|>)/i;

test("of hostile messages all are read, and what plainly runs, loads or asks is counted", () => {
  const file = process.env["HOSTILE_LETTERS"] ?? join(fixtures, "hostile-messages/letters.json");
  const messages = JSON.parse(readFileSync(file, "utf8")) as { id: string; html: string }[];
  const plain = messages.filter(({ html }) => runsPlainly.test(html) && /<script\b|\son[a-z]+\s*=/i.test(html));
  expect(plain.length).toBeGreaterThan(20);
  const missed = plain.filter(({ html }) => {
    const { blocked, isPartial } = read(html);
    return !isPartial && Object.values(blocked).every((count) => count === 0);
  });
  expect(missed.map(({ id, html }) => `${id}: ${html}`)).toEqual([]);
  for (const { html } of messages) expect(sentence(read(html), null, shop).tone).not.toBe("fine");
});

const folder = process.env["MIME_LETTERS"] ?? join(import.meta.dirname, "../../server/test/fixtures/mime");
const people = (list: Address[] | undefined): EmailAddress[] =>
  (list ?? []).flatMap(({ name, address }) => (address ? [{ name, email: address }] : []));

test("of letters that no server checked none is called proven or false, whatever their own headers say", async () => {
  const files = lettersIn(folder, /\.(?:eml|msg|raw)$/);
  expect(files.length).toBeGreaterThan(20);
  const reasons: Record<string, number> = {};
  for (const file of files) {
    const { from, replyTo, html = "", text = "" } = await PostalMime.parse(readFileSync(file));
    const content = read(html, text);
    const sender = { from: people(from && [from]), replyTo: people(replyTo) };
    const { tone, reason } = sentence(content, null, sender);
    reasons[reason] = (reasons[reason] ?? 0) + 1;
    expect(tone).not.toBe("fine");
    expect(["noSender", "unchecked", "otherAddress", "lookalike", "misleading"]).toContain(reason);
    expect(reason === "noSender").toBe(sender.from.length !== 1);
  }
  if (process.env["MIME_LETTERS"]) console.log(reasons);
  expect(reasons["unchecked"]).toBeGreaterThan(5);
});
