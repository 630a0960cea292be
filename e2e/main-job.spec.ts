/** The main job: an Email arrives, is read, answered and found again. */
import { png } from "./support/images.ts";
import { expect, test } from "./support/story.ts";

const images = [
  { name: "red.png", mimeType: "image/png", buffer: png(64, 48, [200, 30, 30]) },
  { name: "синий.png", mimeType: "image/png", buffer: png(48, 64, [20, 60, 220]) },
];

test("an Email arrives in the open inbox, is read, answered with two images and formatting, and found again", async ({
  page,
  server,
}) => {
  await server.pismo("mailbox", "add", "anna");
  const anna = await server.client("anna@pismo.localhost");
  await page.goto(server.url);
  await expect(page).toHaveURL(/\/inbox\?letters=all$/);
  await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();

  await test.step("it stands in the open inbox after its acceptance, without a reload", async () => {
    await server.deliver({
      from: "Анна <anna@pismo.localhost>",
      subject: "Фотографии с дачи",
      text: "Привет! Посмотри, какие вышли кадры.",
      html: "<p>Привет! Посмотри, какие <b>вышли</b> кадры.</p><script>document.title = 'hostile'</script>",
      attachments: images.map(({ name, buffer }) => ({ filename: name, content: buffer })),
    });
    await expect(page.getByRole("link", { name: /Фотографии с дачи/ })).toBeVisible();
    await expect(page).toHaveTitle(/1/);
  });

  await test.step("it is opened: subject, sender, text and images are there, nothing of it runs", async () => {
    await page.getByRole("link", { name: /Фотографии с дачи/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Фотографии с дачи" })).toBeVisible();
    await expect(page.frameLocator("iframe:visible").first().getByText("вышли")).toBeVisible();
    await expect(page.getByText(/2 file\(s\)/)).toBeVisible();
    await expect(page.getByRole("button", { name: /red\.png/ }).locator("img")).toBeVisible();
    expect(await page.title()).not.toContain("hostile");
  });

  await test.step("an attachment comes back byte for byte, one and all", async () => {
    const one = page.waitForEvent("download");
    await page.getByRole("link", { name: /Download.*red\.png/ }).click();
    const { readFile } = await import("node:fs/promises");
    expect(await readFile(await (await one).path())).toEqual(images[0]!.buffer);
    const all = page.waitForEvent("download");
    await page.getByRole("button", { name: /Download all/ }).click();
    expect((await all).suggestedFilename()).toMatch(/\.zip$/);
  });

  await test.step("it is answered with formatting and two images", async () => {
    await page.getByRole("button", { name: "Reply", exact: true }).click();
    const popup = page.getByRole("dialog");
    await expect(popup.getByRole("button", { name: /anna@pismo\.localhost/ })).toBeVisible();
    await expect(popup.getByRole("textbox", { name: "Subject" })).toHaveValue("Re: Фотографии с дачи");
    const text = popup.getByRole("textbox", { name: /Compose/ });
    await text.click();
    await page.keyboard.type("Very ");
    await popup.getByRole("button", { name: "Bold" }).click();
    await page.keyboard.type("beautiful");
    await popup.locator("input[type=file]").setInputFiles(images);
    await expect(popup.getByText(/Files size/)).toBeVisible();
    await popup.getByRole("button", { name: "Send" }).click();
    await expect(popup).toBeHidden();
    await expect(page.getByText("Letter sent")).toBeVisible();
  });

  await test.step("the answer arrives at the other mailbox, its files byte for byte", async () => {
    const accountId = Object.keys((await anna.session()).accounts)[0]!;
    await expect
      .poll(
        async () => (await anna.call("Email/query", { accountId, filter: { subject: "Re: Фотографии" } })).ids.length,
      )
      .toBe(1);
    const { ids } = await anna.call("Email/query", { accountId });
    const { list } = await anna.call("Email/get", {
      accountId,
      ids,
      fetchHTMLBodyValues: true,
      fetchTextBodyValues: true,
    });
    const email = list[0]!;
    expect(Object.values(email.bodyValues ?? {}).some(({ value }) => value.includes("Very <b>beautiful</b>"))).toBe(
      true,
    );
    expect(email.attachments?.map(({ name, type }) => [name, type])).toEqual(
      images.map(({ name, mimeType }) => [name, mimeType]),
    );
    for (const [index, part] of (email.attachments ?? []).entries()) {
      const answer = await anna.download(accountId, part.blobId!, part.name!);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(images[index]!.buffer);
    }
  });

  await test.step("it is found again by a word of its text, in another form of that word", async () => {
    await page.getByRole("link", { name: /^Inbox/ }).click();
    await page.locator("[data-search-box]").fill("кадр");
    await expect(page.getByRole("link", { name: /Фотографии с дачи/ })).toBeVisible();
    await page.locator("[data-search-box]").fill("такогословатутнет");
    await expect(page.getByRole("main").getByText("No letters", { exact: true })).toBeVisible();
  });
});
