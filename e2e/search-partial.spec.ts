/** A mailbox whose letters' texts have not all come: the search asks the mail server, and says so. */
import { ImapFlow } from "imapflow";
import { canRunDovecot, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { type FaultProxy, startFaultProxy } from "../packages/server/test/servers/fault-proxy.ts";
import { expectAccessible } from "./support/axe.ts";
import { createServerFor, type PismoServer } from "./support/server.ts";
import { expect, test as base } from "./support/story.ts";

const test = base.extend<{ dovecot: Dovecot; line: FaultProxy; server: PismoServer }>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the fixtures' names from this pattern
  dovecot: async ({}, provide) => {
    const dovecot = await startDovecot();
    await provide(dovecot);
    await dovecot.stop();
  },
  // The line breaks whenever a whole message is asked for: headers come, texts do not.
  line: async ({ dovecot }, provide) => {
    const proxy = await startFaultProxy(dovecot.port);
    proxy.onChunk = ({ from, bytes }) =>
      from === "client" && /BODY\.PEEK\[\]/i.test(bytes.toString("latin1")) ? "cut-before" : "pass";
    await provide(proxy);
    await proxy.close();
  },
  server: async ({ line }, provide) => {
    const server = await createServerFor({
      PISMO_MODE: "hosted",
      PISMO_IMAP_URL: `imap://127.0.0.1:${line.port}`,
      PISMO_DOMAIN: "example.org",
    });
    await provide(server);
    await server.remove();
  },
});

test.skip(!canRunDovecot, "Dovecot is not installed");

/** The word stands far behind what is looked at of a letter at first. */
const letter = (subject: string, lastLine: string): string =>
  [
    `Message-ID: <${subject}@example.org>`,
    "From: Boris <boris@mail.example>",
    `Subject: ${subject}`,
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
    "",
    "Nothing to see here.\r\n".repeat(20_000),
    lastLine,
    "",
  ].join("\r\n");

test.beforeEach(async ({ page, server, dovecot }) => {
  const auth = { user: "ann", pass: dovecot.password };
  const client = new ImapFlow({ host: "127.0.0.1", port: dovecot.port, doSTARTTLS: false, auth, logger: false });
  await client.connect();
  await client.append("INBOX", letter("Boots", "They are waterproof."));
  await client.append("INBOX", letter("Museum", "Встречаемся у входа."));
  await client.logout();
  await page.goto(server.url);
  await page.getByRole("textbox", { name: /^(?:Name or address|Имя или адрес)$/ }).fill("ann");
  await page.getByLabel(/^(?:Password|Пароль)$/).fill(dovecot.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: /Boots/ })).toBeVisible();
});

test("words of texts that have not come are found by the mail server, which the notice says, or that it could not be asked", async ({
  page,
  server,
  line,
}) => {
  await page.goto(`${server.url}/inbox?q=waterproof`);
  await expect(page.getByText("Not all letters are loaded yet: 2 letters are left.")).toBeVisible();
  await expect(page.getByRole("link", { name: /Boots/ })).toBeVisible();
  await expect(page.getByText("The mail server has searched, too.")).toBeVisible();
  await expect(page.getByRole("link", { name: /Museum/ })).toBeHidden();
  await expectAccessible(page);

  // Nothing gets through any more: what was found stays, and what is new cannot be asked for.
  line.isDown = true;
  line.cutAll();
  await expect(page.getByRole("link", { name: /Boots/ })).toBeVisible();
  await page.goto(`${server.url}/inbox?q=museumish`);
  await expect(page.getByText("The mail server could not be asked: there may be more to find.")).toBeVisible();
  await expectAccessible(page);
});

test.describe("in Russian, on a phone", () => {
  test.use({ lang: "ru", theme: "dark", viewport: { width: 390, height: 844 } });
  test("the notice is there too, and nothing sticks out", async ({ page, server }) => {
    await page.goto(`${server.url}/inbox?q=${encodeURIComponent("встреча")}`);
    await expect(page.getByText("Ещё не все письма загружены: осталось 2 письма.")).toBeVisible();
    await expect(page.getByText("Почтовый сервер тоже искал.")).toBeVisible();
    await expect(page.getByRole("link", { name: /Museum/ })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
