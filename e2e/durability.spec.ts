/** What was acknowledged is there: after a power cut, and while Emails are imported beside the running server. */
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "./support/story.ts";

test("what the server said 250 to survives kill -9, and the open tab shows it without a reload", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  const subjects = Array.from({ length: 10 }, (_, index) => `Letter number ${index + 1}`);
  for (const subject of subjects) await server.deliver({ from: "anna@mail.example", subject, text: "text" });
  await server.kill();
  await server.start();
  for (const subject of subjects) {
    await expect(page.getByRole("link", { name: new RegExp(`${subject},`) })).toBeVisible();
  }
  await expect(page.getByRole("link", { name: /^Inbox/ })).toContainText("10");
});

test("what is done while the server is away is done when it is back", async ({ page, server }) => {
  await server.deliver({ from: "anna@mail.example", subject: "Put away", text: "The text of it" });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Put away/ }).click();
  await expect(page.getByRole("article").getByText("The text of it")).toBeVisible();
  await server.kill();
  await page.getByRole("button", { name: "Archive" }).first().click();
  await expect(page.getByText(/Offline, reconnecting/)).toBeVisible();
  await server.start();
  await expect(page.getByText(/Offline, reconnecting/)).toBeHidden({ timeout: 60_000 });
  // The server has it, not the page alone.
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const archived = async (): Promise<number | undefined> =>
    (await client.call("Mailbox/get", { accountId, ids: null })).list.find(({ role }) => role === "archive")
      ?.totalEmails;
  await expect.poll(archived).toBe(1);
  await page.reload();
  await page.getByRole("link", { name: /^Archive/ }).click();
  await expect(page.getByRole("link", { name: /Put away/ })).toBeVisible();
});

test("leaving the page while a change waits for the server asks first, and only then", async ({ page, server }) => {
  await server.deliver({ from: "anna@mail.example", subject: "Put away", text: "The text of it" });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Put away/ }).click();
  await expect(page.getByRole("article").getByText("The text of it")).toBeVisible();
  await server.kill();
  await page.getByRole("button", { name: "Archive" }).first().click();
  await expect(page.getByText(/Offline, reconnecting/)).toBeVisible();
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  const done = page.waitForResponse((response) => response.request().postData()?.includes("Email/set") === true);
  await server.start();
  await (await done).finished();
  page.on("dialog", (dialog) => {
    expect.soft("a question").toBe("none");
    void dialog.accept();
  });
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});

test("what is done in the moment in which the page is left is done", async ({ page, server }) => {
  for (const subject of ["First", "Second"]) await server.deliver({ from: "anna@mail.example", subject, text: "text" });
  await page.goto(server.url);
  const row = (subject: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("link", { name: new RegExp(subject) }) });
  const flag = (subject: string) => row(subject).getByRole("button", { name: "Flag", exact: true });
  const unflag = (subject: string) => row(subject).getByRole("button", { name: "Remove the flag" });
  await flag("First").click();
  await expect(unflag("First")).toBeAttached();
  const loaded = page.waitForEvent("load");
  await flag("Second").evaluate((button: HTMLButtonElement) => {
    button.click();
    location.reload();
  });
  await loaded;
  await expect(unflag("First")).toBeAttached();
  await expect(unflag("Second")).toBeAttached();
});

test("what is done while another change is on its way, in the moment in which the page is left, is done", async ({
  page,
  server,
}) => {
  for (const subject of ["First", "Second"]) await server.deliver({ from: "anna@mail.example", subject, text: "text" });
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: /First/ })).toBeVisible();
  const flags = page.getByRole("list").getByRole("button", { name: "Flag", exact: true });
  await expect(flags).toHaveCount(2);
  await flags.evaluateAll(([first, second]) => {
    const { fetch } = window;
    window.fetch = (...request) => {
      window.fetch = fetch;
      const answer = fetch(...request);
      (second as HTMLButtonElement).click();
      // At once: no answer of the server comes between.
      location.href = "about:blank";
      return answer;
    };
    (first as HTMLButtonElement).click();
  });
  await page.waitForURL("about:blank");
  await page.goto(server.url);
  await expect(page.getByRole("list").getByRole("button", { name: "Remove the flag" })).toHaveCount(2);
});

test("what was done while the server was away is done though the tab was closed", async ({ page, context, server }) => {
  await server.deliver({ from: "anna@mail.example", subject: "Put away", text: "The text of it" });
  await page.goto(server.url);
  await page.getByRole("link", { name: /Put away/ }).click();
  await expect(page.getByRole("article").getByText("The text of it")).toBeVisible();
  // The move itself: that it was read may wait there too.
  const written = page.waitForFunction(async () => {
    const changes = await new Promise<unknown[]>((resolve) => {
      indexedDB.open("pismo").addEventListener("success", ({ target }) => {
        const { result } = target as IDBOpenDBRequest;
        const all = result.transaction("changes").objectStore("changes").getAll();
        all.addEventListener("success", () => resolve(all.result));
      });
    });
    return JSON.stringify(changes).includes("mailboxIds");
  });
  await server.kill();
  await page.getByRole("button", { name: "Archive" }).first().click();
  await written;
  // As when the browser dies: no question is asked.
  await page.close({ runBeforeUnload: false });
  await server.start();
  const next = await context.newPage();
  await next.goto(`${server.url}/archive?letters=all`);
  await expect(next.getByRole("link", { name: /Put away/ })).toBeVisible();
});

test("an Email that is opened while the server is away opens when it is back", async ({ page, server }) => {
  await server.deliver({ from: "anna@mail.example", subject: "Read later", text: "The text of it" });
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: /Read later/ })).toBeVisible();
  await server.kill();
  await page.getByRole("link", { name: /Read later/ }).click();
  await expect(page.getByText(/Offline, reconnecting/)).toBeVisible();
  await server.start();
  await expect(page.getByRole("article").getByText("The text of it")).toBeVisible();
});

test("code that was on its way when the server went comes when it is back, and the list stands", async ({
  page,
  server,
}) => {
  await server.deliver({ from: "anna@mail.example", subject: "Stays in sight", text: "text" });
  const gone = Promise.withResolvers<void>();
  await page.route(/ListBars/, async (route) => {
    await gone.promise;
    await route.continue();
  });
  await page.goto(server.url);
  const row = page.getByRole("link", { name: /Stays in sight/ });
  await expect(row).toBeVisible();
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("ListBars"));
  await server.kill();
  gone.resolve();
  await failed;
  await expect(page.getByText(/Offline, reconnecting/)).toBeVisible();
  await expect(row).toBeVisible();
  await page.unrouteAll();
  const code = page.waitForResponse((response) => response.url().includes("ListBars") && response.ok());
  await server.start();
  await code;
  await expect(row).toBeVisible();
});

test("after an update of the server the page asks to be reloaded", async ({ page, server }) => {
  await server.deliver({ from: "anna@mail.example", subject: "Old page", text: "text" });
  await page.route(/EmailPage/, (route) => route.fulfill({ status: 404 }));
  await page.goto(server.url);
  await page.getByRole("link", { name: /Old page/ }).click();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(/new version/i);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("article")).toBeVisible();
});

test("a mailing list is imported beside the running server; each Email is found by a word of its text", async ({
  page,
  server,
}) => {
  const count = 300;
  const file = join(server.dataDir, "list.mbox");
  await writeFile(file, "");
  for (let number = 1; number <= count; number++) {
    const lines = [
      `From dev@list.example Mon Nov 16 10:00:00 2026`,
      `From: Developer ${number % 20} <dev${number % 20}@list.example>`,
      `Subject: [PATCH ${number}] Topic ${number % 30}`,
      `Message-ID: <${number}@list.example>`,
      ...(number > 30 ? [`In-Reply-To: <${number - 30}@list.example>`] : []),
      `Date: Mon, 16 Nov 2026 10:00:00 +0300`,
      `Content-Type: text/plain; charset=utf-8`,
      ``,
      `The word of this one is unique${number}word.`,
      `>From the archive`,
      ``,
      ``,
    ];
    await appendFile(file, lines.join("\n"));
  }
  await page.goto(server.url);
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  expect(await server.pismo("import", file, "--folder", "inbox")).toMatch(/Imported 300 letters/);
  await expect(page.getByRole("link", { name: /\[PATCH/ }).first()).toBeVisible();
  expect(await server.pismo("import", file, "--folder", "inbox")).toMatch(
    /300 letters already there|Imported 0 letters/,
  );

  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  for (let number = 1; number <= count; number += 37) {
    const { ids } = await client.call("Email/query", { accountId, filter: { body: `unique${number}word` } });
    expect(ids).toHaveLength(1);
  }
  await page.locator("[data-search-box]").fill("unique217word");
  await expect(page.getByRole("link", { name: /\[PATCH 217\]/ })).toBeVisible();
});
