/** What happens while the first rows are on their way is not missed, however the moments fall. */
import type { Page, Route } from "@playwright/test";
import { expect, test } from "./support/story.ts";

const row = (page: Page, subject: string) => page.getByRole("main").getByRole("link", { name: new RegExp(subject) });
const letter = (subject: string) => ({ from: "zoe@mail.example", to: "you@pismo.localhost", subject, text: subject });

interface Answer {
  methodResponses: [name: string, result: { state?: string; list?: unknown[] }, id: string][];
}

/** The request for the list, which asks for its rows by the ids that a query finds. */
const asksForList = (route: Route): boolean => /"Email\/query".*"#ids"/s.test(route.request().postData() ?? "");

test("a letter that came between the query and the rows of one request is in the list", async ({ page, server }) => {
  await server.deliver(letter("Before"));
  let isHeld = false;
  await page.route("**/jmap/api", async (route) => {
    if (isHeld || !asksForList(route)) return route.fallback();
    isHeld = true;
    const response = await route.fetch();
    await server.deliver(letter("Between"));
    const client = await server.client();
    const accountId = Object.keys((await client.session()).accounts)[0]!;
    const { state } = await client.call("Email/get", { accountId, ids: [] });
    const answer = (await response.json()) as Answer;
    const rows = answer.methodResponses.find(([name, { list }]) => name === "Email/get" && list?.length === 1)!;
    rows[1].state = state;
    return route.fulfill({ response, json: answer });
  });
  // A search has no rows in the page.
  await page.goto(`${server.url}/all?q=zoe`);
  await expect(row(page, "Before")).toBeVisible();
  await expect(row(page, "Between")).toBeVisible();
});

test("a letter that came before the stream of news stood is in the list that was asked for earlier", async ({
  page,
  server,
}) => {
  await server.deliver(letter("Before"));
  const streaming = Promise.withResolvers<void>();
  await page.route("**/jmap/eventsource**", async (route) => {
    await streaming.promise;
    return route.fallback();
  });
  let isHeld = false;
  await page.route("**/jmap/api", async (route) => {
    const body = route.request().postData() ?? "";
    if (isHeld || !asksForList(route)) return route.fallback();
    isHeld = true;
    const response = await route.fetch();
    await server.deliver(letter("Between"));
    // The list comes while the sync that the stream begins with is under way, which has not asked for its changes.
    const synced = page.waitForRequest((request) => /Mailbox\/changes/.test(request.postData() ?? ""));
    streaming.resolve();
    await synced;
    expect(body).toContain("Email/query");
    return route.fulfill({ response });
  });
  await page.goto(`${server.url}/all?q=zoe`);
  await expect(row(page, "Before")).toBeVisible();
  await expect(row(page, "Between")).toBeVisible();
});
