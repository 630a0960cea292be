/** What stands above the inbox has its room from the first paint on: nothing moves when it comes. */
import type { Page } from "@playwright/test";
import { type Peer, startPeer } from "../packages/server/test/support/smtp-peer.ts";
import { mailboxOf } from "./support/compose.ts";
import { fixture } from "./support/fixture.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test as base } from "./support/story.ts";

const SERVER = "mx.home.example";

const test = base.extend<{ peer: Peer }>({
  peer: fixture(
    () => startPeer({ onRecipient: () => "550 5.1.1 No such user" }),
    (peer) => peer.close(),
  ),
  env: ({ peer }, provide) =>
    provide({ PISMO_TRUSTED_AUTHSERV_ID: SERVER, PISMO_SMTP_URL: `smtp://127.0.0.1:${peer.port}` }),
});

test.use({ timezoneId: "Europe/Moscow" });

const due = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const bill = {
  "@context": "http://schema.org",
  "@type": "Invoice",
  provider: { "@type": "Organization", name: "Power Company" },
  totalPaymentDue: { "@type": "PriceSpecification", price: "1250.50", priceCurrency: "EUR" },
  paymentDueDate: due,
};

/** Of a letter that none takes. */
async function sendInVain(server: PismoServer): Promise<void> {
  const { client, accountId } = await mailboxOf(server);
  const { list } = await client.call("Identity/get", { accountId });
  const mailboxes = (await client.call("Mailbox/get", { accountId, ids: null })).list;
  const draft = {
    mailboxIds: { [mailboxes.find(({ role }) => role === "drafts")!.id!]: true as const },
    keywords: { $draft: true as const },
    from: [{ name: null, email: "you@pismo.localhost" }],
    to: [{ name: null, email: "friend@b.example" }],
    subject: "Hello",
  };
  const { created } = await client.call("Email/set", { accountId, create: { draft } });
  const sending = { identityId: list[0]!.id!, emailId: created!["draft"]!.id! };
  await client.call("EmailSubmission/set", { accountId, create: { sending } });
  await expect.poll(async () => (await client.call("Outbox/get", { accountId })).list).toHaveLength(1);
  // Beside the bill the report lies in the inbox.
  const inMailbox = mailboxes.find(({ role }) => role === "inbox")!.id!;
  await expect
    .poll(async () => (await client.call("Email/query", { accountId, filter: { inMailbox } })).ids)
    .toHaveLength(2);
}

/** A bill, a sender who waits, and automatic replies. */
async function fill(server: PismoServer): Promise<void> {
  await server.deliver({
    from: "Power Company <bills@power.example>",
    subject: "Your bill",
    html: `<script type="application/ld+json">${JSON.stringify(bill)}</script><p>Your bill of 1,250.50 EUR is due.</p>`,
    headers: { "Authentication-Results": `${SERVER}; dmarc=pass header.from=power.example` },
  });
  const { client, accountId } = await mailboxOf(server);
  const screensInto = { singleton: { screensInto: "First-time senders" } };
  await client.call("Preferences/set", { accountId, update: screensInto });
  await server.deliver({ from: "Eve <eve@new.example>", subject: "Hello", text: "Hello" });
  const replies = { singleton: { isEnabled: true, textBody: "I am away" } };
  await client.call("VacationResponse/set", { accountId, update: replies });
  await expect(async () => {
    const { ids } = await client.call("Deadline/query", { accountId });
    expect(ids).toHaveLength(1);
    expect((await client.call("ScreenedSender/query", { accountId })).ids).toHaveLength(1);
  }).toPass();
}

interface Moved {
  value: number;
  nodes: string[];
}

/** From the first paint on. @param apart what is inside of it is left out */
const watch = (page: Page, apart?: string): Promise<unknown> =>
  page.addInitScript((leftOut) => {
    if (window.top !== window) return;
    const moved: Moved[] = [];
    Object.assign(window, { moved });
    type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        // One that is not in the page any more, and a text, have no ancestors.
        const nodes = sources.filter(({ node }) => leftOut === undefined || !node?.closest?.(leftOut));
        if (nodes.length > 0)
          moved.push({ value, nodes: nodes.map(({ node }) => (node?.outerHTML ?? "").slice(0, 120)) });
      }
    }).observe({ type: "layout-shift", buffered: true });
  }, apart);

const movedIn = (page: Page): Promise<Moved[]> =>
  page.evaluate(async () => {
    // The observer is told after the frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as unknown as { moved: Moved[] }).moved;
  });

for (const [width, lang] of [
  [1440, "en"],
  [390, "ru"],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ lang, viewport: { width, height: 800 } });

    for (const { isRefused, title } of [
      { isRefused: false, title: "what stands above the inbox moves nothing when it comes" },
      { isRefused: true, title: "nor does a letter that was refused move another" },
    ]) {
      test(title, async ({ page, server }) => {
        await fill(server);
        if (isRefused) await sendInVain(server);
        // The line Outbox of the navigation comes when there is something in it.
        await watch(page, isRefused ? "nav" : undefined);
        const expectStill = async (load: () => Promise<unknown>): Promise<void> => {
          await load();
          for (const bar of ["vacation", "firstTime", "deadlines"])
            await expect(page.locator(`section[data-bar="${bar}"]`)).toBeVisible();
          await expect(page.locator('ul[data-bar="refused1"]')).toHaveCount(isRefused ? 1 : 0);
          await expect(page.locator("[data-letter]")).toHaveCount(isRefused ? 2 : 1);
          await expect(page.locator("[data-initial-render]")).toHaveCount(0);
          expect(await movedIn(page)).toEqual([]);
        };
        await expectStill(() => page.goto(`${server.url}/inbox`));
        await expectStill(() => page.reload());
        await expectStill(() => page.goto(`${server.url}/inbox?read=false`));
        // What is gone from a page leaves no room in the next.
        const { client, accountId } = await mailboxOf(server);
        await client.call("VacationResponse/set", { accountId, update: { singleton: { isEnabled: false } } });
        await expect(page.locator('[data-bar="vacation"]')).toHaveCount(0);
        await page.goto(`${server.url}/inbox?letters=all`);
        await expect(page.locator('section[data-bar="deadlines"]')).toBeVisible();
        await expect(page.locator('[data-bar="vacation"]')).toHaveCount(0);
        expect(await movedIn(page)).toEqual([]);
      });
    }

    test("where they cannot be had they keep no room", async ({ page, server }) => {
      await fill(server);
      await sendInVain(server);
      const methods = /^(?:VacationResponse|ScreenedSender|Deadline|Outbox)\//;
      await page.route("**/jmap/api", async (route) => {
        const asked = route.request().postDataJSON() as { methodCalls: [string, unknown, string][] };
        if (!asked.methodCalls.some(([name]) => methods.test(name))) return route.fallback();
        const methodResponses = asked.methodCalls.map(([, , id]) => ["error", { type: "serverFail" }, id]);
        return route.fulfill({ json: { methodResponses, sessionState: "x" } });
      });
      await page.goto(`${server.url}/inbox`);
      await expect(page.locator("[data-letter]")).toHaveCount(2);
      await expect(page.locator("[data-initial-render]")).toHaveCount(0);
      await expect(page.locator("[data-bar]")).toHaveCount(0);
    });
  });
}
