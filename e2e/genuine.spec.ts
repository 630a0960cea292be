/** What is known of a letter: told without asking anything but the person's own server. */
import { type AddressInfo, createServer, type Server } from "node:net";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/story.ts";

test.use({ env: { PISMO_TRUSTED_AUTHSERV_ID: "mx.home.example" } });

/** Everything that the letters name lies here. */
let far: Server;
let connections = 0;
let farHost: string;
test.beforeAll(async () => {
  far = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => far.once("listening", resolve));
  farHost = `127.0.0.1:${(far.address() as AddressInfo).port}`;
});
test.afterAll(() => void far.close());

const from = "Shop <news@shop.example>";
const proven = {
  "Authentication-Results":
    "mx.home.example; dmarc=pass header.from=shop.example; dkim=pass header.d=shop.example; spf=softfail smtp.mailfrom=shop.example",
};
const hostile = () => ({
  subject: "Your account",
  headers: { ...proven, "List-Unsubscribe": `<http://${farHost}/leave>` },
  html:
    `<p><a href="http://${farHost}/in">Log in at www.bank.example</a></p><script src="http://${farHost}/s.js"></script>` +
    `<img src="http://${farHost}/t.gif" width="1" height="1"><form action="http://${farHost}/pin"><input name="pin"></form>`,
});

/** Addresses that the page asks, but for its own server, and the methods that it calls there. */
function watch(page: Page, own: string) {
  const elsewhere: string[] = [];
  const methods = new Set<string>();
  page.on("request", (request) => {
    if (!/^(?:data|blob|about):/.test(request.url()) && new URL(request.url()).origin !== own) {
      elsewhere.push(request.url());
    }
    if (!/\/jmap\//.test(request.url()) || request.method() !== "POST") return;
    for (const [, name = ""] of (request.postData() ?? "").matchAll(/\["([A-Z]\w+\/\w+)"/g)) methods.add(name);
  });
  return { elsewhere, methods };
}

const open = async (page: Page, subject: string) => page.getByRole("link", { name: new RegExp(subject) }).click();
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Is this letter genuine?" });
async function ask(page: Page) {
  await page.getByRole("article").getByRole("button", { name: "More", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: "Is this letter genuine?" }).press("Enter");
  return dialogOf(page);
}
const section = (page: Page, name: string) => dialogOf(page).getByRole("region", { name }).getByRole("listitem");

test("a proven letter with a false link is told as that, by keys and without a connection; reported, it is a warning for the next", async ({
  server,
  page,
}) => {
  await server.deliver({ from, subject: "First", text: "Text", headers: proven });
  await server.deliver({ from, ...hostile() });
  await page.goto(server.url);
  await open(page, "Your account");
  const { elsewhere, methods } = watch(page, server.url);
  const dialog = await ask(page);
  await expect(dialog.getByRole("status")).toHaveText(
    "Be careful: a link that looks like www.bank.example leads to 127.0.0.1.",
  );
  await expect(section(page, "Who it says it is from")).toHaveText(["Shop <news@shop.example>"]);
  await expect(section(page, "Who really sent it")).toHaveText([
    "DMARC (shop.example): the sender's address is proven by the domain's rules.",
    "DKIM (shop.example): the domain's signature is valid, the letter was not changed on its way.",
    "SPF (shop.example): neither yes nor no (softfail).",
    /^So says mx\.home\.example/,
  ]);
  await expect(section(page, "Whether letters came from here before")).toHaveText([
    /^This is letter number 2 from news@shop\.example/,
  ]);
  await expect(section(page, "Where its links lead")).toHaveText([
    "A link that looks like www.bank.example leads to 127.0.0.1.",
    "Links lead to: 127.0.0.1.",
  ]);
  await expect(section(page, "What was blocked")).toHaveText(["Trackers: 1.", "Scripts: 1.", "Forms: 1."]);
  await expect(section(page, "What the sender would learn")).toHaveText([
    "If you read it: nothing, while the pictures are hidden.",
    /^If you answer: .* goes to news@shop\.example/,
    new RegExp(`^If you unsubscribe on the page at ${farHost}:`),
  ]);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath("receipt.png") });

  await dialog.getByRole("button", { name: "Report as phishing" }).press("Enter");
  await expect(page.getByText("1 letter is marked as phishing and in Spam")).toBeVisible();
  await expect(page.getByRole("link", { name: /Your account/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByRole("link", { name: /Your account/ })).toBeVisible();

  await open(page, "Your account");
  await (await ask(page)).getByRole("button", { name: "Report as phishing" }).press("Enter");
  await expect(page.getByText("1 letter is marked as phishing and in Spam")).toBeVisible();
  await open(page, "First");
  await expect((await ask(page)).getByRole("status")).toHaveText(
    "Do not trust this letter: a letter from news@shop.example is marked as phishing.",
  );
  expect([connections, elsewhere]).toEqual([0, []]);
  expect([...methods]).toContain("SenderTrust/get");
  expect([...methods].filter((name) => /RemoteImage|unsubscribe/.test(name))).toEqual([]);
});

test("a letter that names two senders is warned of by what it shows, and they are compared with none", async ({
  server,
  page,
}) => {
  await server.deliver({ ...hostile(), from: `${from}, Bank <in@bank.example>` });
  await page.goto(server.url);
  await open(page, "Your account");
  await expect(page.getByRole("article")).toContainText("and 1 more sender");
  const dialog = await ask(page);
  await expect(dialog.getByRole("status")).toHaveText(
    "Be careful: a link that looks like www.bank.example leads to 127.0.0.1.",
  );
  await expect(section(page, "Who the sender looks like")).toHaveText(["Not known: it could not be found out."]);
});

test.describe("in Russian, dark, on a phone", () => {
  test.use({ lang: "ru", theme: "dark" });
  test("of a letter that no server checked nothing is claimed", async ({ server, page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await server.deliver({
      from,
      subject: "Привет",
      text: "Текст",
      headers: { "Authentication-Results": "mx.attack.test; dmarc=pass header.from=shop.example" },
    });
    await page.goto(server.url);
    await open(page, "Привет");
    await page
      .getByRole("article")
      .getByRole("button", { name: /^Кому:/ })
      .press("Enter");
    const button = page.getByRole("button", { name: "Это письмо настоящее?" });
    await button.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Это письмо настоящее?" });
    await expect(dialog.getByRole("status")).toHaveText(
      "Это письмо не проверял ни один сервер, которому доверяет этот ящик: отправителем news@shop.example мог назваться кто угодно.",
    );
    await expect(dialog).toContainText("Это первое письмо с адреса news@shop.example");
    await expect(dialog).not.toContainText("DMARC");
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath("receipt.png") });
    await dialog.getByText("Всё это выяснено").scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath("end.png") });
    const box = (await dialog.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  });
});
