// @vitest-environment node
/** How many letters came from an address before, on the real server. */
import type { Email, Id } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Mail, openMail } from "./support/mail.ts";

let mail: Mail;

beforeEach(async () => void (mail = await openMail()));
afterEach(() => mail.close());

const address = "news@shop.example";
const from = (email: string, name: string | null = null): Partial<Email> => ({ from: [{ name, email }] });

/** Of the tab's own modules. */
async function before(id: Id) {
  const tab = await mail.openTab();
  const email = await tab.loadEmail(id);
  const { loadEarlierLetters } = await import("../src/store/people/earlier-letters.ts");
  return loadEarlierLetters(email, address);
}

test("those of the address itself, without Trash and Spam, and not the letter or what came later", async () => {
  const [, second] = await mail.deliver(3, from(address));
  await mail.deliver(1, { ...from("News@Shop.example"), receivedAt: "2001-01-01T00:00:00Z" });
  await mail.deliver(2, { ...from("x@attack.test", address), receivedAt: "2001-01-02T00:00:00Z" });
  await mail.deliver(2, { ...from(`more.${address}`), receivedAt: "2001-01-02T00:00:00Z" });
  await mail.deliver(1, { ...from(address), role: "junk", receivedAt: "2001-01-02T00:00:00Z" });
  await mail.deliver(1, { ...from(address), role: "trash", receivedAt: "2001-01-02T00:00:00Z" });
  expect(await before(second!)).toEqual({ count: 2, isMore: false, since: "2001-01-01T00:00:00Z", reported: 0 });
});

test("a first letter is the first, and one that was reported is told wherever it lies", async () => {
  await mail.deliver(1, { ...from(address), role: "junk", keywords: { $phishing: true } });
  await mail.deliver(1, { ...from("x@attack.test", address), keywords: { $phishing: true } });
  const [id] = await mail.deliver(1, from(address));
  expect(await before(id!)).toEqual({ count: 0, isMore: false, since: undefined, reported: 1 });
});

test("of very many the newest are counted, and that there may be more is said", async () => {
  const ids = await mail.deliver(103, from(address));
  const { count, isMore, since } = await before(ids.at(-1)!);
  expect([count, isMore, since]).toEqual([99, true, undefined]);
});
