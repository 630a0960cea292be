/** What stands above the inbox has its room from the first paint on: nothing moves when it comes. */
import type { Page } from "@playwright/test";
import { type Peer, startPeer } from "../packages/server/test/support/smtp-peer.ts";
import { mailboxOf } from "./support/compose.ts";
import { putEmails } from "./support/emails.ts";
import { tops, watchFirstRow } from "./support/first-row.ts";
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

/** From the first paint on. */
const watch = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (window.top !== window) return;
    const moved: Moved[] = [];
    Object.assign(window, { moved });
    type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        moved.push({ value, nodes: sources.map(({ node }) => (node?.outerHTML ?? "").slice(0, 120)) });
    }).observe({ type: "layout-shift", buffered: true });
  });

const movedIn = (page: Page): Promise<Moved[]> =>
  page.evaluate(async () => {
    // The observer is told after the frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as unknown as { moved: Moved[] }).moved;
  });

const bars = ["vacation", "firstTime", "deadlines"];

for (const { title, begin, open } of [
  {
    title: "from a letter's page",
    begin: async (page: Page, { url }: PismoServer, [emailId]: string[]) => {
      await page.goto(`${url}/email/${emailId}?title=Bill`);
      await expect(page.getByRole("article")).toBeVisible();
    },
    open: (page: Page) =>
      page
        .getByRole("navigation")
        .getByRole("link", { name: /^Inbox/ })
        .click(),
  },
  {
    title: "from another folder",
    begin: async (page: Page, { url }: PismoServer) => {
      await page.goto(`${url}/archive`);
      await expect(page.getByText("No letters", { exact: true })).toBeVisible();
    },
    open: (page: Page) =>
      page
        .getByRole("navigation")
        .getByRole("link", { name: /^Inbox/ })
        .click(),
  },
  {
    title: "of another account",
    begin: async (page: Page, { url }: PismoServer, [, annas]: string[]) => {
      await page.goto(`${url}/inbox?account=${annas}`);
      await expect(page.getByText("No letters", { exact: true })).toBeVisible();
    },
    open: async (page: Page) => {
      await page.getByRole("button", { name: /^Account / }).click();
      await page.getByRole("menuitemradio", { name: /^you/ }).click();
      await page.keyboard.press("Escape");
    },
  },
])
  test(`an inbox that is opened ${title} takes no click before it is known what stands above it`, async ({
    page,
    server,
  }) => {
    await server.pismo("mailbox", "add", "anna");
    await fill(server);
    const { client, accountId } = await mailboxOf(server);
    const { ids } = await client.call("Email/query", { accountId, filter: { subject: "Your bill" } });
    await watchFirstRow(page);
    await begin(page, server, [ids[0]!, (await mailboxOf(server, "anna")).accountId]);
    // However long it takes here, the rows wait.
    await page.addStyleTag({ content: "* { animation-duration: 100s !important }" });
    const rows = page.locator("[data-letter]");
    await page.route("**/jmap/api", async (route) => {
      if (/"(?:VacationResponse|ScreenedSender|Deadline)\//.test(route.request().postData() ?? ""))
        await expect(rows).toHaveCount(1);
      return route.fallback();
    });
    await open(page);
    for (const bar of bars) await expect(page.locator(`section[data-bar="${bar}"]`)).toBeVisible();
    await expect.poll(() => tops(page)).toHaveLength(1);
    await rows.first().click();
    await expect(page.getByRole("article")).toBeVisible();
    await page.unrouteAll();
    // What is known by now is there at once.
    await page.goBack();
    await expect(rows).toHaveCount(1);
    expect(await tops(page)).toHaveLength(1);
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
        await watch(page);
        const expectStill = async (load: () => Promise<unknown>): Promise<void> => {
          await load();
          for (const bar of bars) await expect(page.locator(`section[data-bar="${bar}"]`)).toBeVisible();
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

test("a letter's card is drawn with its text, which it would move", async ({ page, server }) => {
  await fill(server);
  const facts = page.waitForResponse((answer) => answer.request().postData()?.includes("EmailFact/get") === true);
  await page.goto(`${server.url}/inbox?letters=all`);
  await facts;
  const pieces = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  await expect.poll(pieces).toContainEqual(expect.stringContaining("FactCards"));
  // In each frame in which the text is there: whether the card is.
  await page.evaluate(() => {
    const drawn: boolean[] = [];
    Object.assign(window, { drawn });
    const look = (): void => {
      requestAnimationFrame(look);
      const letter = document.querySelector("article[aria-busy=false]");
      if (letter) drawn.push(letter.querySelector("[data-facts]") !== null);
    };
    look();
  });
  await page.getByRole("link", { name: /Your bill/ }).click();
  await expect(page.locator("[data-facts]")).toBeVisible();
  const drawn = await page.evaluate(() => (window as unknown as { drawn: boolean[] }).drawn);
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn).not.toContain(false);
});

for (const width of [1440, 390])
  test(`the way to a sender's contact moves nothing in a letter when it comes, at ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await server.deliver({ from: "Anna <anna@mail.example>", subject: "Plan", text: "Hello" });
    await page.goto(`${server.url}/inbox?letters=all`);
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route("**/jmap/**", async (route) => {
      if (route.request().postData()?.includes("ContactCard/query")) {
        asked.resolve();
        await held.promise;
      }
      await route.continue();
    });
    await page.getByRole("link", { name: /Plan/ }).click();
    const letter = page.getByRole("article");
    const places = () =>
      Promise.all(
        [letter.getByRole("button", { name: /^To:/ }), letter.locator("time")].map((part) => part.boundingBox()),
      );
    await asked.promise;
    await expect(letter.getByText("Hello")).toBeVisible();
    const before = await places();
    held.resolve();
    await expect(letter.getByRole("button", { name: "Add to contacts" })).toBeVisible();
    expect(await places()).toEqual(before);
  });

test("the folders beside a letter that is opened by its address are there before the server is asked", async ({
  page,
  server,
}) => {
  const [id] = await putEmails(server, [{ subject: "By its address", text: "Words of it" }]);
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  await client.call("Mailbox/set", { accountId, create: { own: { name: "Orchard" } } });
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/jmap/api", async (route) => {
    await mayAnswer;
    await route.fallback();
  });
  await page.goto(`${server.url}/email/${id}?title=By+its+address`);
  const line = page.getByRole("navigation").first().getByRole("link", { name: "Orchard" });
  await expect(line).toBeVisible();
  const { y } = (await line.boundingBox())!;
  answer();
  await expect(page.getByText("Words of it")).toBeVisible();
  expect((await line.boundingBox())!.y).toBe(y);
  // What the page began with had no rows of the list.
  await page
    .getByRole("navigation")
    .first()
    .getByRole("link", { name: /^Inbox/ })
    .click();
  await expect(page.getByRole("main").getByRole("link", { name: /By its address/ })).toBeVisible();
});
