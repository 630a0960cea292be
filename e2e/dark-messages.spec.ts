/** A message on a dark page: what stands on photographs and dark grounds keeps its colours, and dark icons are seen. */
import { putEmails } from "./support/emails.ts";
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const html =
  `<style>.hero{background:#345 url(https://shop.example/photo.png);padding:40px}.hero h1{color:#fff}</style>` +
  `<body bgcolor="#ffffff" text="#222222"><p>Plain words <img src="https://shop.example/icon.png" alt="Icon" width="32" height="32">` +
  `<img src="https://shop.example/photo.png" alt="Photo" width="32" height="32"> <a href="#end">To the end</a></p>` +
  `<div class="hero"><h1>On a photograph</h1><div style="background:#ffffff">On a card</div></div>` +
  `<div style="background:#111111;color:#eeeeee">Footer</div><div style="height:2000px"></div><p id="end">The end</p>`;

test("a photograph's heading stays white, a card in it is dark, a black icon is light, a photograph as it is", async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  // A black disc on nothing.
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [32, 32];
    const context = canvas.getContext("2d")!;
    context.arc(16, 16, 10, 0, 7);
    context.fill();
    return canvas.toDataURL("image/png").split(",")[1]!;
  });
  await page.route("**/jmap/image/**", (route) => {
    const isIcon = route.request().url().includes("icon.png");
    const body = isIcon ? Buffer.from(drawn, "base64") : png(40, 30, [40, 60, 90]);
    return route.fulfill({ contentType: "image/png", body });
  });
  const [id] = await putEmails(server, [{ subject: "Offer", html }]);
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.goto(`${server.url}/email/${id}`);
  const article = page.getByRole("article");
  await article.getByRole("button", { name: "Show", exact: true }).click();
  const frame = article.frameLocator("iframe[sandbox^=allow-popups]");
  await expect(frame.getByAltText("Icon")).toHaveCSS("filter", "invert(1) hue-rotate(180deg)");
  await expect(frame.getByAltText("Photo")).toHaveCSS("filter", "none");
  await expect(frame.getByText("On a photograph")).toHaveCSS("color", "rgb(255, 255, 255)");
  await expect(frame.getByText("Footer")).toHaveCSS("background-color", "rgb(17, 17, 17)");
  await expect(frame.getByText("Footer")).toHaveCSS("color", "rgb(238, 238, 238)");
  const card = frame.getByText("On a card");
  await expect(card).not.toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(card).not.toHaveCSS("color", "rgb(34, 34, 34)");

  await article.getByRole("button", { name: "To the end" }).press("Enter");
  const end = frame.getByText("The end", { exact: true });
  await expect.poll(async () => (await end.boundingBox())!.y).toBeLessThan(page.viewportSize()!.height);
});
