/** Leaving a mailing list: by one click through the server, by an Email, by the list's page; each after a question. */
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { selfSigned } from "../packages/server/test/support/certificate.ts";
import { expectAccessible } from "./support/axe.ts";
import { popupOf } from "./support/compose.ts";
import { expect, test } from "./support/story.ts";

test.use({ env: { PISMO_TRUSTED_AUTHSERV_ID: "mx.home.example" } });

let list: Server;
let listUrl: string;
const asked: string[] = [];
test.beforeAll(async () => {
  list = createServer(selfSigned(), (request, response) => {
    asked.push(request.url ?? "");
    response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => list.once("listening", resolve));
  listUrl = `https://127.0.0.1:${(list.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  list.closeAllConnections();
  list.close();
});

const from = "Shop <news@shop.example>";
const proof = {
  "Authentication-Results": "mx.home.example; dkim=pass header.d=shop.example",
  "DKIM-Signature": "v=1; d=shop.example; s=s; h=From:List-Unsubscribe:List-Unsubscribe-Post; b=x",
};
const oneClick = { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
const button = (page: Page) => page.getByRole("article").getByRole("button", { name: "Unsubscribe" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Unsubscribe from the mailing list" });

async function open(page: Page, url: string, subject: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: new RegExp(subject) }).click();
}

test("one click says first whom the server will ask, does so, and tells the answer", async ({ server, page }) => {
  // There is no internet in a test: what the server is asked to do is recorded, and its answer given.
  const calls: string[] = [];
  await page.route("**/jmap/api", async (route) => {
    const body = route.request().postData() ?? "";
    if (!body.includes("OneClick/unsubscribe")) return route.fallback();
    calls.push(body);
    const { methodCalls } = JSON.parse(body) as { methodCalls: [string, { accountId: string; id: string }, string][] };
    const [name, args, id] = methodCalls[0]!;
    await route.fulfill({ json: { methodResponses: [[name, { ...args, outcome: "done" }, id]], sessionState: "x" } });
  });
  const headers = { ...proof, ...oneClick, "List-Unsubscribe": "<https://list.shop.example/leave>" };
  await server.deliver({ from, subject: "Sale", text: "Text", headers });
  await open(page, server.url, "Sale");
  await button(page).press("Enter");
  await expect(dialog(page)).toContainText("The mail server will ask list.shop.example to send you no more");
  await expectAccessible(page);
  expect(calls).toEqual([]);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  expect(calls).toEqual([]);

  await button(page).click();
  await dialog(page).getByRole("button", { name: "Unsubscribe" }).click();
  await expect(dialog(page)).toContainText("list.shop.example has confirmed: you are unsubscribed.");
  expect(calls).toHaveLength(1);
});

test("an address inside the network is never asked, and the other ways stay", async ({ server, page }) => {
  const headers = { ...proof, ...oneClick, "List-Unsubscribe": `<mailto:leave@shop.example>, <${listUrl}/leave>` };
  await server.deliver({ from, subject: "Sale", text: "Text", headers });
  await open(page, server.url, "Sale");
  await button(page).click();
  await dialog(page).getByRole("button", { name: "Unsubscribe" }).click();
  await expect(dialog(page)).toContainText("The server does not send requests to");
  await expect(dialog(page).getByRole("button", { name: "Write the letter" })).toBeVisible();
  await expect(dialog(page).getByRole("link", { name: "Open the page" })).toHaveAttribute("rel", "noopener noreferrer");
  expect(asked).toEqual([]);
});

test("without a signature there is no one click: an Email opens, and goes out only when it is sent", async ({
  server,
  page,
}) => {
  const where = "<https://list.shop.example/leave>, <mailto:leave@shop.example?subject=leave%20me&body=Please>";
  await server.deliver({ from, subject: "Sale", text: "Text", headers: { ...oneClick, "List-Unsubscribe": where } });
  await open(page, server.url, "Sale");
  await button(page).click();
  await expect(dialog(page).getByRole("button", { name: "Unsubscribe" })).toHaveCount(0);
  await expect(dialog(page)).toContainText("A letter to leave@shop.example will open");
  await expect(dialog(page)).toContainText("The list's page at list.shop.example will open");
  await dialog(page).getByRole("button", { name: "Write the letter" }).click();
  const popup = popupOf(page);
  await expect(popup.chip(/leave@shop\.example/)).toBeVisible();
  await expect(popup.subject).toHaveValue("leave me");
  await expect(popup.text).toContainText("Please");
});

test.describe("in Russian", () => {
  test.use({ lang: "ru" });
  test("the question speaks it, on a phone too", async ({ server, page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    const headers = { "List-Unsubscribe": "<mailto:leave@shop.example>" };
    await server.deliver({ from, subject: "Sale", text: "Text", headers });
    await open(page, server.url, "Sale");
    await page.getByRole("article").getByRole("button", { name: "Отписаться" }).click();
    const question = page.getByRole("dialog", { name: "Отписаться от рассылки" });
    await expect(question).toContainText("Откроется письмо на адрес leave@shop.example");
    await expectAccessible(page);
  });
});
