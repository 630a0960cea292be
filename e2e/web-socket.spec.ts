/** What is read comes over a WebSocket (RFC 8887) where one stands, and by HTTP where none does. */
import type { Page, WebSocket } from "@playwright/test";
import { byHttpAlone, expect, test } from "./support/story.ts";

test.beforeEach(async ({ server }) => {
  for (const subject of ["First", "Second"]) {
    await server.deliver({ from: "Anna <anna@mail.example>", subject, text: `The text of the ${subject} letter` });
  }
});

const row = (page: Page, subject: string) => page.getByRole("link", { name: new RegExp(subject) });

const namesIn = (body: string): string[] =>
  (JSON.parse(body) as { methodCalls: [string][] }).methodCalls.map(([name]) => name);

/** The names of the methods that were asked for. */
function listen(page: Page): { bySocket: string[]; byHttp: string[]; sockets: WebSocket[] } {
  const heard: ReturnType<typeof listen> = { bySocket: [], byHttp: [], sockets: [] };
  page.on("websocket", (socket) => {
    heard.sockets.push(socket);
    socket.on("framesent", ({ payload }) => heard.bySocket.push(...namesIn(String(payload))));
  });
  page.on("request", (request) => {
    if (request.url().endsWith("/jmap/api")) heard.byHttp.push(...namesIn(request.postData() ?? ""));
  });
  return heard;
}

async function readAndFlag(page: Page, subject: string): Promise<void> {
  await row(page, subject).click();
  await expect(page.getByRole("article")).toContainText(`The text of the ${subject} letter`);
  await page.keyboard.press("s");
  await page.goBack();
  await expect(row(page, subject)).toBeVisible();
}

test("what is read goes by it, what is changed does not", async ({ page, server }) => {
  const heard = listen(page);
  await page.goto(server.url);
  await expect.poll(() => heard.bySocket).toContain("Email/get");
  heard.byHttp.length = 0;
  await readAndFlag(page, "First");
  await expect.poll(() => heard.byHttp).toContain("Email/set");
  expect(heard.byHttp.filter((name) => name.endsWith("/get"))).toEqual([]);
  expect(heard.bySocket).not.toContain("Email/set");
  expect(heard.sockets).toHaveLength(1);
});

test("it stands again after a restart of the server, and nothing is missed", async ({ page, server }) => {
  const heard = listen(page);
  await page.goto(server.url);
  await expect.poll(() => heard.bySocket).toContain("Email/get");
  await server.kill();
  await server.start();
  await server.deliver({ from: "Anna <anna@mail.example>", subject: "Third", text: "The text of the Third letter" });
  await expect(row(page, "Third")).toBeVisible({ timeout: 30_000 });
  await readAndFlag(page, "Third");
  await expect.poll(() => heard.sockets.filter((socket) => !socket.isClosed()).length).toBe(1);
});

test("behind a proxy that lets none through all is as it was", async ({ page, server }) => {
  await byHttpAlone(page);
  const heard = listen(page);
  await page.goto(server.url);
  await expect(row(page, "First")).toBeVisible();
  await readAndFlag(page, "First");
  expect(heard.byHttp).toContain("Email/get");
});

test("behind one that has died without a word a letter is fetched by HTTP after a while", async ({ page, server }) => {
  let asked = 0;
  // Takes what is sent and never answers.
  await page.routeWebSocket("**/jmap/ws", (socket) => socket.onMessage(() => void asked++));
  await page.goto(server.url);
  await row(page, "Second").click();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect(page.getByRole("article")).toContainText("The text of the Second letter", { timeout: 20_000 });
});
