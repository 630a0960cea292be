/** The time until changes on an account's server are shown in an open page. */
import { chromium } from "@playwright/test";
import { createTransport } from "nodemailer";
import { hostedAt } from "../e2e/support/hosted.ts";
import { createServerFor } from "../e2e/support/server.ts";
import { startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { foreignClient } from "../packages/server/test/servers/foreign-client.ts";
import type { Figures } from "./server.ts";
import { summaryOf } from "./timing.ts";

const address = "ann@example.org";

/** Milliseconds, of which Dovecot itself waits 500 before it tells of anything. */
export async function measureLive(isShort: boolean): Promise<Figures> {
  const dovecot = await startDovecot({ lmtp: true });
  const server = await createServerFor({ ...hostedAt(dovecot.port), PISMO_LOG_LEVEL: "error" });
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: false,
    args: ["--disable-background-networking"],
  });
  const client = await foreignClient(dovecot.port, address, dovecot.password);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(() => {
      if (window.top === window) localStorage.setItem("lang", "en");
    });
    await page.goto(server.url);
    await page.locator('input[autocomplete="username"]').fill(address);
    await page.locator('input[type="password"]').fill(dovecot.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(/inbox/);
    const deliver = async (subject: string): Promise<void> => {
      const transport = createTransport({ host: "127.0.0.1", port: dovecot.lmtpPort, lmtp: true, ignoreTLS: true });
      await transport.sendMail({ from: "friend@b.example", to: address, subject, text: "The text of it" });
      transport.close();
    };
    const row = (subject: string) => page.getByRole("link", { name: new RegExp(`${subject},`) });
    /** From when the server has it to when it is on the screen. */
    const until = async (happens: () => Promise<unknown>, name: string): Promise<number> => {
      await happens();
      const startedAt = performance.now();
      await row(name).waitFor({ timeout: 90_000 });
      return performance.now() - startedAt;
    };
    // The first one arrives during the start.
    await until(() => deliver("Warming up"), "Warming up");
    await client.mailboxOpen("INBOX");
    const [messages, flags]: number[][] = [[], []];
    for (let index = 0; index < (isShort ? 3 : 10); index++) {
      const subject = `Letter ${index}`;
      messages!.push(await until(() => deliver(subject), subject));
      await client.noop();
      flags!.push(await until(() => client.messageFlagsAdd("*", ["\\Flagged"]), `Flagged.*${subject}`));
    }
    const [shown, flagged] = [summaryOf(messages!), summaryOf(flags!)];
    return {
      "delivered letter shows, median ms": shown.median,
      "delivered letter shows, max ms": shown.max,
      "flag of another client shows, median ms": flagged.median,
      "flag of another client shows, max ms": flagged.max,
    };
  } finally {
    client.close();
    await browser.close();
    await server.remove();
    await dovecot.stop();
  }
}
