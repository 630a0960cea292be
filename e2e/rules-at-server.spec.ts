/** Rules of an account whose mail server runs Sieve scripts: ours beside what another program has put there. */
import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { createTransport } from "nodemailer";
import { openSieveSession } from "../packages/server/src/bridge/managesieve/open-session.ts";
import { canDovecotManageSieve, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { expectAccessible } from "./support/axe.ts";
import { fixture } from "./support/fixture.ts";
import { enter, hostedAt } from "./support/hosted.ts";
import { row, stored } from "./support/rules.ts";
import { expect, test as base } from "./support/story.ts";

interface World {
  dovecot: Dovecot;
  /** Its own, so that ManageSieve has its usual port at each of several servers. */
  address: string;
}

const test = base.extend<{ world: World }>({
  world: fixture(
    async () => {
      const address = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;
      const dovecot = await startDovecot({ password: "secret", lmtp: true, sieve: "", sieveAddress: address });
      return { dovecot, address };
    },
    ({ dovecot }) => dovecot.stop(),
  ),
  env: ({ world: { dovecot, address } }, provide) =>
    provide({ ...hostedAt(dovecot.port), PISMO_IMAP_URL: `imap://${address}:${dovecot.port}`, ...sender }),
});

test.skip(!canDovecotManageSieve, "dovecot-managesieved is not installed");

const ann = "ann@example.org";
/** What sends its letters: none is sent. */
const sender = { PISMO_SMTP_URL: "smtp://127.0.0.1:9" };
const theirs = 'require "fileinto";\r\nif header :contains "subject" "list" {\r\n  fileinto "Archive";\r\n}\r\n';

const otherProgram = ({ address }: World) =>
  openSieveSession({ host: address, port: 4190, security: "plain" }, { username: ann, password: "secret" });

async function deliver({ dovecot }: World, subject: string): Promise<void> {
  const transport = createTransport({ host: "127.0.0.1", port: dovecot.lmtpPort, lmtp: true, ignoreTLS: true });
  await transport.sendMail({ from: "shop@mail.example", to: ann, subject, text: "Hello" });
  transport.close();
}

async function makeRule(page: Page, subject: string): Promise<void> {
  await page.getByRole("button", { name: "New rule" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("combobox", { name: "Condition 1" }).selectOption({ label: "the subject contains" });
  await form.getByRole("textbox", { name: "Text of condition 1" }).fill(subject);
  await form.getByRole("checkbox", { name: "Flag it" }).check();
  await stored(page, () => form.getByRole("button", { name: "Save" }).click());
}

test("rules go on beside the script of another program, on the mail server", async ({ page, server, world }) => {
  const other = await otherProgram(world);
  await other.put("theirs", theirs);
  await other.activate("theirs");
  await enter(page, server.url, "secret");
  await expect(page.getByRole("button", { name: /^Account ann@example.org/ })).toBeVisible();
  await page.goto(`${server.url}/settings/rules`);
  await expect(page.getByRole("textbox", { name: "Script “theirs”" })).toHaveValue(theirs.replaceAll("\r\n", "\n"));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Make rules" }).click();
  await makeRule(page, "Счёт");
  await expect(page.getByText("They run on your mail server, also while Pismo does not.")).toBeVisible();
  await expect(page.getByText("Before the rules your mail server runs the script “theirs”.")).toBeVisible();
  await expectAccessible(page);
  expect(await other.get("theirs")).toBe(theirs);
  expect((await other.list()).map(({ name }) => name)).toEqual(expect.arrayContaining(["Pismo", "theirs"]));

  await deliver(world, "Ваш счёт");
  await page.goto(`${server.url}/inbox`);
  await row(page, "Ваш счёт").click();
  await expect(page.getByText("Probably sorted by a rule: When the subject contains “Счёт”: flag.")).toBeVisible();

  await page.goto(`${server.url}/settings/rules`);
  await page.getByRole("button", { name: "Show the script" }).click();
  await expect(page.getByRole("textbox", { name: "Script “theirs”" })).toBeVisible();
  await page.getByRole("button", { name: "Back to the rules" }).click();
  await expect(page.getByRole("button", { name: "Edit rule 1" })).toBeVisible();
  other.close();

  // The other program lets its own run alone: the rules are there, and off.
  const later = await otherProgram(world);
  await later.activate("theirs");
  later.close();
  const back = page.getByRole("button", { name: "Back to the rules" });
  // The mail server is not asked twice within some seconds.
  await expect(async () => {
    await page.reload();
    await expect(back).toBeVisible({ timeout: 2000 });
  }).toPass();
  await back.click();
  await expect(page.getByRole("button", { name: "Edit rule 1" })).toBeVisible();
  await expect(page.getByRole("switch", { name: "Sort letters by the rules" })).not.toBeChecked();
});

test("a sender is blocked from a letter beside the script of another program", async ({ page, server, world }) => {
  const other = await otherProgram(world);
  await other.put("theirs", theirs);
  await other.activate("theirs");
  await enter(page, server.url, "secret");
  await deliver(world, "An offer");
  await row(page, "An offer").click();
  await page.getByRole("toolbar").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Block the sender …" }).click();
  await stored(page, () => page.getByRole("dialog").getByRole("button", { name: "Block", exact: true }).click());
  await expect(page.getByText("Blocked: shop@mail.example").first()).toBeVisible();
  expect(await other.get("theirs")).toBe(theirs);
  // Theirs comes first: what it files stays there.
  await deliver(world, "Another offer");
  await page.getByRole("link", { name: /^Spam/ }).click();
  await expect(row(page, "Another offer")).toBeVisible();
  other.close();
});

for (const [lang, words] of Object.entries({
  en: "A script of your mail server answers already. While it does, nothing goes out from here: a sender gets one answer.",
  ru: "Уже отвечает скрипт вашего почтового сервера. Пока он отвечает, отсюда ответы не уходят, чтобы отправитель получил один.",
}))
  test(`the page of automatic replies says that the mail server answers, and the bar too (${lang})`, async ({
    page,
    server,
    world,
  }) => {
    const other = await otherProgram(world);
    await other.put("away", 'require "vacation";\r\nvacation "Away";\r\n');
    await page.addInitScript((value) => localStorage.setItem("lang", value), lang);
    await enter(page, server.url, "secret");
    await expect(page.getByRole("button", { name: /ann@example\.org/ }).first()).toBeVisible();
    await page.goto(`${server.url}/settings/vacation`);
    await expect(page.getByRole("switch", { name: /^(?:Reply automatically|Отвечать автоматически)$/ })).toBeVisible();
    await expect(page.getByText(words)).toBeHidden();
    await other.activate("away");
    await page.goto(`${server.url}/settings/rules`);
    await expect(page.getByRole("textbox", { name: /“away”|«away»/ })).toBeVisible();
    await page.goto(`${server.url}/settings/vacation`);
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page);
    if (process.env["SHOTS"])
      for (const width of [1440, 899, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${process.env["SHOTS"]}/vacation-${lang}-${width}.png` });
      }
    await page.getByRole("switch", { name: /^(?:Reply automatically|Отвечать автоматически)$/ }).click();
    await page.getByRole("textbox", { name: /^(?:Text of the answer|Текст ответа)$/ }).fill("Away");
    await page.getByRole("button", { name: /^(?:Save|Сохранить)$/ }).click();
    await expect(page.getByText(/^(?:Automatic replies are on|Автоответ включён)$/)).toBeVisible();
    await page.goto(`${server.url}/inbox?letters=all`);
    const bar = page.getByRole("region", { name: /^(?:Automatic replies|Автоответ)$/ });
    await expect(bar.getByText(words.slice(0, words.indexOf(".")), { exact: true })).toBeVisible();
    await expect(bar.getByRole("button")).toHaveCount(0);
    await expectAccessible(page);
    if (process.env["SHOTS"])
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${process.env["SHOTS"]}/bar-${lang}-${width}.png` });
      }
    other.close();
  });
