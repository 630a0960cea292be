/** Emails that were sent and have not arrived: why, tried again, and taken back to be edited. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { startChangeablePeer } from "./support/changeable-peer.ts";
import { mailboxOf, popupOf } from "./support/compose.ts";
import { fixture } from "./support/fixture.ts";
import { expect, test as base } from "./support/story.ts";
import type { Page } from "@playwright/test";

const test = base.extend<{ peer: Awaited<ReturnType<typeof startChangeablePeer>> }>({
  peer: fixture(startChangeablePeer, (peer) => peer.close()),
  env: ({ peer }, provide) => provide({ PISMO_SMTP_URL: `smtp://127.0.0.1:${peer.port}` }),
});

async function write(page: Page, to: string, subject: string, byKey = false): Promise<void> {
  await (byKey ? page.keyboard.press("c") : page.getByRole("button", { name: "Compose" }).click());
  const popup = page.getByRole("dialog");
  await popup.getByRole("combobox", { name: "To" }).fill(to);
  await popup.getByRole("textbox", { name: "Subject" }).fill(subject);
  await popup.getByRole("button", { name: "Send" }).click();
  await expect(popup).toBeHidden();
}

async function navigationOfPhone(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Open folders" }).click();
  await page.getByRole("dialog").getByRole("link", { name }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

const navigation = (page: Page) => page.getByRole("navigation", { name: "Folders" });

test("an Email that waits is seen with its reason, and goes when one tries again", async ({ page, server, peer }) => {
  let tries = 0;
  peer.behaviour.onRecipient = () => {
    tries++;
    return "451 4.7.1 Greylisted";
  };
  await page.goto(server.url);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  await expect(navigation(page).getByRole("link", { name: /Outbox/ })).toBeHidden();
  await write(page, "friend@b.example", "Held up");

  const notice = page.getByRole("alert").filter({ hasText: "Held up" });
  await expect(notice).toContainText("was not sent: the server asked to try again later");
  await notice.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/\/outbox$/);
  await expect(page).toHaveTitle(/Outbox/);
  await expect(navigation(page).getByRole("link", { name: /Outbox.*1 undelivered letter/ })).toBeVisible();
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "Held up" });
  await expect(card).toContainText("To: friend@b.example");
  await expect(card).toContainText("Not sent yet: the server asked to try again later");
  await card.getByText("The server's reply").click();
  await expect(card.getByText("451 4.7.1 Greylisted")).toBeVisible();
  await expectAccessible(page);

  // What is said of it goes with the answer.
  await card.getByRole("button", { name: "Try again: Held up" }).click();
  await expect.poll(() => tries).toBe(2);
  await expect(page.getByText("Trying again", { exact: true })).toBeHidden({ timeout: 5000 });

  delete peer.behaviour.onRecipient;
  await card.getByRole("button", { name: "Try again: Held up" }).click();
  await expect(page.getByText("All letters are sent")).toBeVisible();
  expect(peer.messages).toHaveLength(1);
  await navigation(page)
    .getByRole("link", { name: /^Inbox/ })
    .click();
  await expect(navigation(page).getByRole("link", { name: /Outbox/ })).toBeHidden();
});

test("what some have got is said to be missing for the others alone", async ({ page, server, peer }) => {
  peer.behaviour.onRecipient = (address) => (address.startsWith("no") ? "550 5.1.1 No such user" : undefined);
  await page.goto(server.url);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  await write(page, "friend@b.example, none@b.example", "For two");
  await expect(page.getByRole("alert").filter({ hasText: "For two" })).toContainText(
    "The letter “For two” was not delivered to none@b.example: there is no such address",
  );
});

test("on a phone it is said without the folders being opened", async ({ page, server, peer }) => {
  peer.behaviour.onRecipient = () => "550 5.1.1 No such user";
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(server.url);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  await write(page, "none@b.example", "From a phone", true);
  await expect(page.getByRole("alert").filter({ hasText: "From a phone" })).toContainText("was not sent");
});

test("“Show” has the letter that is written make way, and nothing of it is lost", async ({ page, server, peer }) => {
  peer.behaviour.onRecipient = () => "550 5.1.1 No such user";
  await page.goto(server.url);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  await write(page, "none@b.example", "On a wide screen");
  await page.keyboard.press("c");
  const popup = popupOf(page);
  await popup.subject.fill("Begun");
  await popup.text.fill("What I had to say");
  const show = (subject: string) =>
    page.getByRole("alert").filter({ hasText: subject }).getByRole("button", { name: "Show" }).click();
  await show("On a wide screen");
  await expect(page).toHaveURL(/\/outbox$/);
  await expect(popup.dialog).toBeHidden();
  await page.getByRole("button", { name: "Edit: On a wide screen" }).click({ trial: true });
  await page.getByRole("region", { name: "Minimised letters" }).getByRole("button", { name: "Begun" }).click();
  await expect(popup.text).toHaveText("What I had to say");
  await popup.close.click();

  // So do the settings.
  await write(page, "none@b.example", "Beside the panel");
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await show("Beside the panel");
  await expect(page.getByRole("region", { name: "Settings" })).toBeHidden();

  // On a phone it is closed, as by Back, and is among the drafts.
  await page.setViewportSize({ width: 390, height: 844 });
  await navigationOfPhone(page, "Inbox");
  await write(page, "none@b.example", "From a phone", true);
  await page.keyboard.press("c");
  await popup.subject.fill("Begun on a phone");
  await show("From a phone");
  await expect(page).toHaveURL(/\/outbox$/);
  await expect(popup.dialog).toBeHidden();
  await page.getByRole("button", { name: "Edit: From a phone" }).click({ trial: true });
  await navigationOfPhone(page, "Drafts");
  await expect(page.getByRole("link", { name: /Begun on a phone/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /Begun/ })).toHaveCount(2);
});

test("of more than two that were refused one notice says how many, on a phone too", async ({ page, server, peer }) => {
  peer.behaviour.onRecipient = () => "550 5.1.1 No such user";
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(server.url);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  for (const number of [1, 2]) {
    await write(page, "none@b.example", `Lost ${number}`, true);
    await expect(page.getByRole("alert").filter({ hasText: `Lost ${number}` })).toBeVisible();
  }
  for (const count of [3, 4]) {
    await write(page, "none@b.example", `Lost ${count}`, true);
    await expect(page.getByRole("alert")).toHaveText([`${count} letters did not go out as they shouldShow`]);
  }
  await page.screenshot({ path: "test-results/outbox-many.png" });
  await page.getByRole("alert").getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/\/outbox$/);
});

test("an Email to a wrong address is put right and sent; nothing of it is there twice", async ({
  page,
  server,
  peer,
}) => {
  peer.behaviour.onRecipient = (address) => (address.startsWith("freind") ? "550 5.1.1 No such user" : undefined);
  await page.goto(server.url);
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
  await write(page, "freind@b.example", "A slip");
  await navigation(page)
    .getByRole("link", { name: /Outbox/ })
    .click();
  // The inbox has a line about it too.
  await expect(page).toHaveURL(/\/outbox$/);
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "A slip" });
  await expect(card).toContainText("Not delivered: there is no such address");
  await card.getByRole("button", { name: "Edit: A slip" }).click();

  const popup = page.getByRole("dialog");
  await expect(popup.getByRole("textbox", { name: "Subject" })).toHaveValue("A slip");
  await popup.getByRole("button", { name: "Remove recipient freind@b.example" }).click();
  await popup.getByRole("combobox", { name: "To" }).fill("friend@b.example");
  await popup.getByRole("button", { name: "Send" }).click();
  await expect(popup).toBeHidden();
  await expect(page.getByText("All letters are sent")).toBeVisible();
  await expect.poll(() => peer.messages.map(({ to }) => to)).toEqual([["friend@b.example"]]);
  await navigation(page).getByRole("link", { name: /^Sent/ }).click();
  await expect(page.getByRole("link", { name: /A slip/ })).toHaveCount(1);
  await navigation(page)
    .getByRole("link", { name: /^Drafts/ })
    .click();
  await expect(page.getByText("No letters", { exact: true })).toBeVisible();
});

for (const [lang, theme, width] of ofToday([
  ["ru", "white", 1440],
  ["ru", "dark", 390],
  ["en", "dark", 899],
] as const)) {
  test.describe(`${lang}, ${theme}, ${width}`, () => {
    test.use({ lang, theme, viewport: { width, height: 844 } });
    test("the outbox reads, and nothing sticks out", async ({ page, server, peer }) => {
      peer.behaviour.onRecipient = (address) =>
        address.startsWith("no")
          ? "550 5.1.1 No such user"
          : address.startsWith("full")
            ? "452 4.2.2 Mailbox full"
            : undefined;
      const client = await server.client();
      const accountId = Object.keys((await client.session()).accounts)[0]!;
      const { list: boxes } = await client.call("Mailbox/get", { accountId });
      const drafts = boxes.find(({ role }) => role === "drafts")!.id!;
      const { list: identities } = await client.call("Identity/get", { accountId });
      const to = ["friend", "nobody", "full"].map((name) => ({ name: null, email: `${name}@b.example` }));
      await client
        .call("Email/set", {
          accountId,
          create: {
            e: {
              mailboxIds: { [drafts]: true },
              keywords: { $seen: true },
              from: [{ name: null, email: "you@pismo.localhost" }],
              to,
              subject: "Three friends",
            },
          },
        })
        .then(({ created }) =>
          client.call("EmailSubmission/set", {
            accountId,
            create: { s: { identityId: identities[0]!.id!, emailId: created!["e"]!.id! } },
          }),
        );
      await page.goto(`${server.url}/outbox`);
      await expect(page.getByRole("heading", { level: 2, name: "Three friends" })).toBeVisible();
      await expect(page.getByRole("main").getByText(/nobody@b\.example/)).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/outbox-${lang}-${theme}-${width}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  });
}

test.describe("in Russian, on a phone", () => {
  test.use({ lang: "ru", theme: "dark", viewport: { width: 390, height: 844 } });
  test("the reason stands above the inbox until it is read", async ({ page, server, peer }) => {
    peer.behaviour.onRecipient = () => "550 5.1.1 No such user";
    const { client, accountId } = await mailboxOf(server);
    const mailboxes = (await client.call("Mailbox/get", { accountId, ids: null })).list;
    const drafts = mailboxes.find(({ role }) => role === "drafts")!.id!;
    const { list } = await client.call("Identity/get", { accountId });
    const { created } = await client.call("Email/set", {
      accountId,
      create: {
        draft: {
          mailboxIds: { [drafts]: true },
          keywords: { $draft: true },
          from: [{ name: null, email: "you@pismo.localhost" }],
          to: [{ name: null, email: "freind@b.example" }],
          subject: "Описка",
        },
      },
    });
    await client.call("EmailSubmission/set", {
      accountId,
      create: { sending: { identityId: list[0]!.id!, emailId: created!["draft"]!.id! } },
    });
    await expect.poll(async () => (await client.call("Outbox/get", { accountId })).list).toHaveLength(1);
    await page.goto(server.url);
    const bar = page.getByRole("list", { name: "Недоставленные письма" });
    await expect(bar).toContainText("Письмо «Описка» не отправлено: такого адреса нет");
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.screenshot({ path: "test-results/refused-bar-ru-dark-390.png" });
    await bar.getByRole("link", { name: "Показать" }).click();
    await page.getByRole("button", { name: "Убрать из списка: Описка" }).click();
    await expect(page.getByText("Все письма отправлены")).toBeVisible();
    await page.goto(server.url);
    await expect(page.getByRole("main")).toBeVisible();
    await expect(bar).toBeHidden();
  });
});
