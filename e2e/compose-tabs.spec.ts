/** A draft that two tabs or two devices have: one of them writes, and nothing is written over. */
import { expectAccessible } from "./support/axe.ts";
import { compose, composeBesideDrafts, mailboxOf, popupOf } from "./support/compose.ts";
import { expect, test } from "./support/story.ts";

test("a draft stands in one tab at a time: the second says so, takes it over with all that is written, and sends it once", async ({
  page,
  server,
}) => {
  const { popup: first, drafts: next, draft } = await composeBesideDrafts(page, server);
  await draft.click();
  const panel = next.getByRole("dialog", { name: "This letter is open in another tab" });
  await expect(panel).toBeVisible();
  await expectAccessible(next);
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toBeHidden();
  await expect(first.dialog).toBeVisible();

  // Not saved yet when the other tab asks for it.
  await first.text.pressSequentially(" two");
  await draft.click();
  await panel.getByRole("button", { name: "Continue here" }).click();
  const second = popupOf(next);
  await expect(second.text).toHaveText("one two");
  await expect(first.dialog).toBeHidden();
  await expect(page.getByText("You continue it in another tab")).toBeVisible();
  await second.text.press("End");
  await next.keyboard.type(" three");
  await expect(second.saved).toBeVisible();

  // And back again.
  await page.goto(`${server.url}/drafts?letters=all`);
  await page.getByRole("link", { name: /In two tabs/ }).click();
  await page.getByRole("button", { name: "Continue here" }).click();
  await expect(first.text).toHaveText("one two three");
  await expect(second.dialog).toBeHidden();
  await first.send.click();
  await expect(page.getByText("Letter sent")).toBeVisible({ timeout: 60_000 });
  const you = await mailboxOf(server);
  await you.onlyMessage();
  expect(await you.emails("drafts")).toEqual([]);
  expect(await you.emails("sent")).toHaveLength(1);
});

test("a draft that another device has changed is not written over: both stay, and the person is told", async ({
  page,
  server,
  browser,
}) => {
  await page.goto(server.url);
  const here = await compose(page);
  await here.subject.fill("On two devices");
  await here.text.pressSequentially("one");
  await expect(here.saved).toBeVisible();
  // A browser of its own: no lock is shared.
  const device = await (await browser.newContext()).newPage();
  await device.addInitScript(() => localStorage.setItem("lang", "en"));
  await device.goto(`${server.url}/drafts?letters=all`);
  await device.getByRole("link", { name: /On two devices/ }).click();
  const there = popupOf(device);
  await there.text.press("End");
  await device.keyboard.type(" there");
  await expect(there.saved).toBeVisible();
  await here.text.press("End");
  await page.keyboard.type(" here");
  await expect(page.getByText("This draft was changed or sent elsewhere")).toBeVisible();
  const you = await mailboxOf(server);
  const texts = async (): Promise<string[]> =>
    (await you.emails("drafts")).map(({ bodyValues, textBody }) => bodyValues![textBody![0]!.partId!]!.value.trim());
  await expect.poll(async () => (await texts()).sort()).toEqual(["one here", "one there"]);
  await page.keyboard.type(", more");
  await expect.poll(async () => (await texts()).sort()).toEqual(["one here, more", "one there"]);
  await device.context().close();
});
