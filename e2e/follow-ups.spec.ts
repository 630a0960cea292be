/** A letter goes on otherwise than by an answer: as a new one of one's own, or as a file of another. */
import type { Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf, popupOf } from "./support/compose.ts";
import { png } from "./support/images.ts";
import { readByPython, structureOf } from "./support/other-parser.ts";
import { expect, test } from "./support/story.ts";

const letter = {
  from: "Boris <boris@pismo.localhost>",
  to: "you@pismo.localhost, anna@pismo.localhost",
  subject: "A plan",
  messageId: "<plan@mail.example>",
  headers: { "X-Kept": "as it came" },
  html: "<p>The <b>plan</b></p>",
  attachments: [{ filename: "plan.png", content: png(20, 10, [1, 2, 3]) }],
};

const words = {
  en: { more: "More", asNew: "Edit as new", asFile: "Forward as file", reply: "Reply", other: "New conversation" },
  ru: {
    more: "Ещё",
    asNew: "Изменить как новое",
    asFile: "Переслать файлом",
    reply: "Ответить",
    other: "Новая переписка",
  },
} as const;

async function choose(page: Page, url: string, more: string, item: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: /A plan/ }).click();
  await page.getByRole("article").getByRole("button", { name: more, exact: true }).press("Enter");
  // By keys alone.
  await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
}

for (const lang of ofToday(["en", "ru"] as const)) {
  const { more, asNew, asFile, reply, other } = words[lang];
  test.describe(`in ${lang}`, () => {
    test.use({ lang });

    test("a letter is edited as a new one, which is no answer to it", async ({ page, server }) => {
      await server.pismo("mailbox", "add", "anna");
      await server.deliver(letter);
      await choose(page, server.url, more, asNew);
      const popup = popupOf(page, lang);
      await expect(popup.subject).toHaveValue("A plan");
      await expect(popup.text).toContainText("The plan");
      await expect(popup.dialog.getByRole("img", { name: "plan.png" })).toBeVisible();
      await expectAccessible(page);
      await popup.subject.fill("Another plan");
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();
      const anna = await mailboxOf(server, "anna");
      await expect.poll(async () => (await anna.emails("inbox")).length).toBe(2);
      const sent = (await anna.emails("inbox")).find(({ subject }) => subject === "Another plan");
      expect(sent).toMatchObject({ inReplyTo: null, references: null, from: [{ email: "you@pismo.localhost" }] });
      expect(sent?.messageId).not.toEqual(["plan@mail.example"]);
      expect(sent?.attachments).toMatchObject([{ name: "plan.png", type: "image/png" }]);
    });

    test("a letter goes on as a file, whole, and is marked as forwarded", async ({ page, server }) => {
      await server.pismo("mailbox", "add", "vera");
      await server.deliver({ ...letter, subject: "A plan: 1/2?", to: "you@pismo.localhost" });
      await choose(page, server.url, more, asFile);
      const popup = popupOf(page, lang);
      await expect(popup.subject).toHaveValue("Fwd: A plan: 1/2?");
      await expect(popup.dialog.getByText("A plan_ 1_2_.eml")).toBeVisible();
      await expectAccessible(page);
      await popup.to.fill("vera@pismo.localhost");
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();
      const { source } = await (await mailboxOf(server, "vera")).onlyMessage();
      expect(structureOf(await readByPython(source))).toMatch(
        /^mixed\(alternative\(text\/plain text\/html\) message\/rfc822/,
      );
      // The file as a parser that is not ours finds it.
      const { attachments } = await PostalMime.parse(Buffer.from(source, "latin1"), { forceRfc822Attachments: true });
      expect(attachments).toMatchObject([{ mimeType: "message/rfc822", filename: "A plan_ 1_2_.eml" }]);
      const inner = await PostalMime.parse(attachments[0]!.content);
      expect(inner).toMatchObject({ messageId: "<plan@mail.example>", from: { address: "boris@pismo.localhost" } });
      expect(inner.headers.find(({ key }) => key === "x-kept")?.value).toBe("as it came");
      expect(inner.attachments).toHaveLength(1);
      const you = await mailboxOf(server);
      await expect
        .poll(async () => (await you.emails("inbox")).map(({ keywords }) => keywords?.["$forwarded"]))
        .toEqual([true]);
    });

    test("an answer about something else begins a conversation when that is asked for, and its draft keeps it", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "boris");
      await server.deliver({ ...letter, to: "you@pismo.localhost", references: ["<idea@mail.example>"] });
      const you = await mailboxOf(server);
      const refs = async () => (await you.emails("drafts")).map(({ inReplyTo, references }) => [inReplyTo, references]);
      await page.goto(server.url);
      await page.getByRole("link", { name: /A plan/ }).click();
      await page.getByRole("button", { name: reply, exact: true }).first().click();
      const popup = popupOf(page, lang);
      const choice = popup.dialog.getByRole("checkbox", { name: other });
      await expect(popup.subject).toHaveValue("Re: A plan");
      await expect(choice).toBeHidden();
      await popup.subject.fill("Re: Lunch");
      await expect(choice).not.toBeChecked();
      // By keys alone.
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await expect(choice).toBeChecked();
      await expectAccessible(page);
      await expect.poll(refs).toEqual([[null, null]]);
      await popup.close.click();
      await expect(popup.dialog).toBeHidden();
      await page.goto(`${server.url}/drafts`);
      await page.getByRole("link", { name: /Lunch/ }).click();
      await expect(choice).toBeChecked();
      await choice.uncheck();
      await expect.poll(refs).toEqual([[["plan@mail.example"], ["idea@mail.example", "plan@mail.example"]]]);
      // The same subject again is the same conversation, whatever was chosen for another one.
      await choice.check();
      await popup.subject.fill("A plan");
      await expect(choice).toBeHidden();
      await popup.subject.fill("Lunch");
      await expect(choice).toBeChecked();
      await popup.send.click();
      await expect(popup.dialog).toBeHidden();
      const { source } = await (await mailboxOf(server, "boris")).onlyMessage();
      expect(source).not.toMatch(/^(?:In-Reply-To|References|X-Pismo-[^:]*):/im);
      const sent = await PostalMime.parse(source);
      expect(sent).toMatchObject({ subject: "Lunch", from: { address: "you@pismo.localhost" } });
      await expect
        .poll(async () => (await you.emails("inbox")).map(({ keywords }) => keywords?.["$answered"]))
        .toEqual([true]);
    });
  });
}
