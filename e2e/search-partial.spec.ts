/** A mailbox whose Emails' texts have not all come: the search asks the mail server, and says so. */
import { canRunDovecot, type Dovecot, startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { type FaultProxy, startFaultProxy } from "../packages/server/test/servers/fault-proxy.ts";
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import { expectAccessible } from "./support/axe.ts";
import { fixture } from "./support/fixture.ts";
import { enter, hostedAt } from "./support/hosted.ts";
import { expect, test as base } from "./support/story.ts";

const test = base.extend<{ dovecot: Dovecot; line: FaultProxy }>({
  dovecot: fixture(startDovecot, (dovecot) => dovecot.stop()),
  // The line breaks whenever a whole message is asked for: headers come, texts do not.
  line: async ({ dovecot }, provide) => {
    const proxy = await startFaultProxy(dovecot.port);
    proxy.onChunk = ({ from, bytes }) =>
      from === "client" && /BODY\.PEEK\[\]/i.test(bytes.toString("latin1")) ? "cut-before" : "pass";
    await provide(proxy);
    await proxy.close();
  },
  env: ({ line }, provide) => provide(hostedAt(line.port)),
});

test.skip(!canRunDovecot, "Dovecot is not installed");

/** The word stands far behind what is looked at of an Email at first. */
const email = (subject: string, lastLine: string): string =>
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
  const client = await foreignClient(dovecot.port, "ann", dovecot.password);
  await client.append("INBOX", email("Boots", "They are waterproof."));
  await client.append("INBOX", email("Museum", "Встречаемся у входа."));
  await client.logout();
  await enter(page, server.url, dovecot.password, "ann");
  // Each break of the line makes the pause before the next connection longer.
  await expect(page.getByRole("link", { name: /Boots/ })).toBeVisible({ timeout: 120_000 });
});

test("words of texts that have not come are found by the mail server, which the notice says, or that it could not be asked", async ({
  page,
  server,
  line,
}) => {
  await page.goto(`${server.url}/inbox?q=waterproof`);
  await expect(page.getByText("Not all letters are loaded yet: 2 letters are left.")).toBeVisible();
  await expect(page.getByRole("link", { name: /Boots/ })).toBeVisible();
  await expect(page.getByText("The mail server was searched too.")).toBeVisible();
  await expect(page.getByRole("link", { name: /Museum/ })).toBeHidden();
  await expectAccessible(page);

  // Nothing gets through any more: what was found stays, and what is new cannot be asked for.
  line.isDown = true;
  line.cutAll();
  await expect(page.getByRole("link", { name: /Boots/ })).toBeVisible();
  await page.goto(`${server.url}/inbox?q=museumish`);
  await expect(page.getByText("The mail server could not be searched: there may be more results.")).toBeVisible();
  await expectAccessible(page);
});

test.describe("in Russian, on a phone", () => {
  test.use({ lang: "ru", theme: "dark", viewport: { width: 390, height: 844 } });
  test("the notice is there too, and nothing sticks out", async ({ page, server }) => {
    await page.goto(`${server.url}/inbox?q=${encodeURIComponent("встреча")}`);
    await expect(page.getByText("Ещё не все письма загружены: осталось 2 письма.")).toBeVisible();
    await expect(page.getByText("Поиск выполнен и на почтовом сервере.")).toBeVisible();
    await expect(page.getByRole("link", { name: /Museum/ })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
