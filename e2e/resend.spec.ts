/** A letter of one's own goes once more, as it was: as a new letter, to the same people or to others. */
import type { Page } from "@playwright/test";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { readByPython, structureOf } from "./support/other-parser.ts";
import { expect, test } from "./support/story.ts";
import type { PismoServer } from "./support/server.ts";

const words = {
  en: { more: "More", item: "Send again …", title: "Send the letter again", send: "Send again", undo: "Undo" },
  ru: {
    more: "Ещё",
    item: "Отправить ещё раз …",
    title: "Отправить письмо ещё раз",
    send: "Отправить ещё раз",
    undo: "Отменить",
  },
} as const;

/** Written by another program: a structure and fields that no form of ours has. */
const body = [
  'Content-Type: multipart/signed; protocol="application/pgp-signature"; micalg=pgp-sha256; boundary="s"',
  "",
  "--s",
  "Content-Type: text/plain; charset=koi8-r; format=flowed",
  "Content-Transfer-Encoding: 8bit",
  "",
  "\xf0\xcc\xc1\xce  \r\n  as it was",
  "--s",
  "Content-Type: application/pgp-signature; name=signature.asc",
  "",
  "-----BEGIN PGP SIGNATURE-----",
  "--s--",
  "",
].join("\r\n");

const source = [
  "From: You <you@pismo.localhost>",
  "To: Anna <anna@pismo.localhost>",
  "Bcc: boris@pismo.localhost",
  "Subject: A signed plan",
  "Date: Wed, 01 Jan 2025 10:00:00 +0300",
  "Message-ID: <first@pismo.localhost>",
  "X-Kept: as it came",
  "MIME-Version: 1.0",
  body,
].join("\r\n");

/** Puts the letter into Sent, as another program has sent it, and has people who receive. */
async function withSent(server: PismoServer): Promise<Awaited<ReturnType<typeof mailboxOf>>> {
  for (const name of ["anna", "boris", "vera"]) await server.pismo("mailbox", "add", name);
  const you = await mailboxOf(server);
  const { client, accountId } = you;
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  const sent = list.find(({ role }) => role === "sent")!.id!;
  const { blobId } = await client.upload(accountId, Buffer.from(source, "latin1"), "message/rfc822");
  const keywords = { $seen: true as const };
  await client.call("Email/import", { accountId, emails: { e: { blobId, mailboxIds: { [sent]: true }, keywords } } });
  return you;
}

/** By keys alone. */
async function openDialog(page: Page, url: string, lang: "en" | "ru" = "en") {
  const { more, item, title, send } = words[lang];
  await page.goto(`${url}/sent`);
  await page.getByRole("link", { name: /A signed plan/ }).click();
  await page.getByRole("article").getByRole("button", { name: more, exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: title });
  const to = dialog.getByRole("combobox", { name: lang === "en" ? "To" : "Кому", exact: true });
  await expect(to).toBeFocused();
  // The field itself is an item without a name.
  const people = dialog.getByRole("listitem", { name: /./ });
  return { dialog, to, people, send: dialog.getByRole("button", { name: send, exact: true }) };
}

const bodyOf = (text: string): string => text.slice(text.indexOf("\r\n\r\n"));
const headerOf = (text: string): string => text.slice(0, text.indexOf("\r\n\r\n"));

for (const lang of ofToday(["en", "ru"] as const)) {
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("it goes by keys to those it went to and to another, octet for octet, as a new letter", async ({
      page,
      server,
    }) => {
      const you = await withSent(server);
      const { dialog, people, send } = await openDialog(page, server.url, lang);
      await expect(people).toHaveCount(2);
      await page.keyboard.type("vera@pismo.localhost");
      await page.keyboard.press("Enter");
      await expect(people).toHaveCount(3);
      await expectAccessible(page);
      await send.press("Enter");
      await expect(dialog).toBeHidden();
      for (const name of ["anna", "boris", "vera"]) {
        const { email, source: got } = await (await mailboxOf(server, name)).onlyMessage();
        expect(bodyOf(got)).toBe(bodyOf(source));
        const header = headerOf(got);
        expect(header).toContain("X-Kept: as it came");
        expect(header).toMatch(/^To: "Anna" <anna@pismo\.localhost>,\r\n vera@pismo\.localhost$/m);
        expect(header).not.toMatch(/^(?:Bcc|Resent-)/im);
        expect(header.match(/^(?:Date|Message-ID|From|To):/gm)).toHaveLength(4);
        expect(email.messageId).not.toEqual(["first@pismo.localhost"]);
        expect(Date.parse(email.sentAt!)).toBeGreaterThan(Date.parse("2026-01-01"));
        const other = await readByPython(got);
        expect(other.from).toEqual([["You", "you@pismo.localhost"]]);
        expect(structureOf(other)).toBe("signed(text/plain application/pgp-signature)");
        expect(other.parts?.[0]?.text).toContain("План");
      }
      // A letter of its own beside the first one, and no draft.
      await expect.poll(async () => (await you.emails("sent")).length).toBe(2);
      expect(await you.emails("drafts")).toEqual([]);
    });
  });
}

test("what has no recipient, or one who is not here, is said, and nothing is left of it", async ({ page, server }) => {
  const you = await withSent(server);
  const { dialog, to, people, send } = await openDialog(page, server.url);
  for (let left = 2; left > 0; left--) {
    await people.first().getByRole("button").last().click();
    await expect(people).toHaveCount(left - 1);
  }
  await send.click();
  await expect(dialog.getByRole("alert")).toHaveText("Add at least one recipient");
  await to.fill("missing@pismo.localhost");
  await send.click();
  await expect(dialog.getByRole("alert")).toHaveText("There is no such recipient: missing@pismo.localhost");
  await expect.poll(() => you.emails("drafts")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" }).click();
  await expect(dialog).toBeHidden();
});

test("one whose answers are lost goes once", async ({ page, server }) => {
  const you = await withSent(server);
  const { dialog, send } = await openDialog(page, server.url);
  // The answer to the import is one that a person is told of; where that to the submission is lost, it is asked for.
  const losses = ["Email/import", "EmailSubmission/set"];
  await page.route("**/jmap/api", async (route) => {
    const [next] = losses;
    if (!next || !route.request().postData()?.includes(next)) return route.fallback();
    losses.shift();
    await route.fetch();
    return route.abort();
  });
  await send.click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  expect(losses).toEqual(["EmailSubmission/set"]);
  await send.click();
  await expect(dialog).toBeHidden();
  expect(losses).toEqual([]);
  await (await mailboxOf(server, "anna")).onlyMessage();
  await expect.poll(async () => (await you.emails("sent")).length).toBe(2);
  expect(await you.emails("drafts")).toEqual([]);
  expect((await you.client.call("EmailSubmission/get", { accountId: you.accountId, ids: null })).list).toHaveLength(1);
});

test("what is left of an attempt whose answer was lost is destroyed, or is said to have gone", async ({
  page,
  server,
}) => {
  const you = await withSent(server);
  let lost: string[] = [];
  await page.route("**/jmap/api", async (route) => {
    const { methodCalls } = route.request().postDataJSON() as { methodCalls: [string, unknown, string][] };
    if (!methodCalls.some(([method]) => lost.includes(method))) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  const first = await openDialog(page, server.url);
  lost = ["Email/import"];
  await first.send.click();
  await expect(first.dialog.getByRole("alert")).toBeVisible();
  expect(await you.emails("drafts")).toHaveLength(1);
  await page.keyboard.press("Escape");
  await expect(first.dialog).toBeHidden();
  await expect.poll(() => you.emails("drafts")).toEqual([]);

  const { dialog, send } = await openDialog(page, server.url);
  // The second would say whether it went.
  lost = ["EmailSubmission/set", "EmailSubmission/query"];
  await send.click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  lost = [];
  await dialog.getByRole("combobox", { name: "To", exact: true }).fill("vera@pismo.localhost");
  await send.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("The letter had already been sent to Anna, boris@pismo.localhost")).toBeVisible();
  await (await mailboxOf(server, "anna")).onlyMessage();
  expect(await (await mailboxOf(server, "vera")).emails("inbox")).toEqual([]);
  expect(await you.emails("drafts")).toEqual([]);
  expect((await you.client.call("EmailSubmission/get", { accountId: you.accountId, ids: null })).list).toHaveLength(1);
});

test.describe("with Undo, on a phone", () => {
  test.use({ undoSendSeconds: 30, viewport: { width: 390, height: 760 }, hasTouch: true });

  test("it is taken back, and asks again to whom it goes", async ({ page, server }) => {
    const you = await withSent(server);
    const { dialog, people, send } = await openDialog(page, server.url);
    await page.keyboard.type("vera@pismo.localhost, ");
    await expectAccessible(page);
    await expect(send).toBeInViewport({ ratio: 1 });
    await send.tap();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: words.en.undo, exact: true }).tap();
    await expect(people).toHaveCount(3);
    await expect.poll(() => you.emails("drafts")).toEqual([]);
    expect(await you.emails("sent")).toHaveLength(1);
    expect(await (await mailboxOf(server, "vera")).emails("inbox")).toEqual([]);
  });

  test("another tab takes it back, and asks there", async ({ page, server }) => {
    const you = await withSent(server);
    const { dialog, send } = await openDialog(page, server.url);
    await page.keyboard.type("vera@pismo.localhost, ");
    await send.tap();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: words.en.undo, exact: true })).toBeVisible();
    const other = await page.context().newPage();
    await other.addInitScript(() => localStorage.setItem("lang", "en"));
    await other.goto(server.url);
    await other.getByRole("button", { name: words.en.undo, exact: true }).tap();
    const there = other.getByRole("dialog", { name: words.en.title });
    await expect(there.getByRole("listitem", { name: /./ })).toHaveCount(3);
    await expect.poll(() => you.emails("drafts")).toEqual([]);
    expect(await you.emails("sent")).toHaveLength(1);
    await there.getByRole("button", { name: words.en.send, exact: true }).tap();
    await expect(there).toBeHidden();
    // It waits once more: one draft, and nothing has gone.
    await expect.poll(async () => (await you.emails("drafts")).length).toBe(1);
    expect(await (await mailboxOf(server, "vera")).emails("inbox")).toEqual([]);
  });
});

test("a letter of others is not offered to be sent again", async ({ page, server }) => {
  await server.deliver({
    from: "boris@pismo.localhost",
    to: "you@pismo.localhost",
    subject: "A signed plan",
    text: "Hm",
  });
  await page.goto(server.url);
  await page.getByRole("link", { name: /A signed plan/ }).click();
  await page.getByRole("article").getByRole("button", { name: "More", exact: true }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Redirect …" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: words.en.item, exact: true })).toBeHidden();
});
