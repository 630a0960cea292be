/** An account at a foreign JMAP server: a sent letter that nothing answers stands above the inbox, until something does. */
import { canRunCyrus } from "../packages/server/test/servers/cyrus.ts";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { bringNear } from "./support/bring-near.ts";
import { popupOf } from "./support/compose.ts";
import { row } from "./support/engine-steps.ts";
import { cyrusEngine } from "./support/engines.ts";
import { fixture } from "./support/fixture.ts";
import { addNow, dialog, fillJmapAccount } from "./support/own-account.ts";
import { expect, test as base } from "./support/story.ts";

const test = base.extend<{ engine: Awaited<ReturnType<typeof cyrusEngine>> }>({
  engine: fixture(cyrusEngine, (engine) => engine.stop()),
});
test.skip(!canRunCyrus, "Cyrus is not installed");

const words = {
  en: {
    menu: "Schedule",
    choose: /^Remind me if no answer comes/,
    title: "Remind me if no answer comes",
    days: "After how many days",
    will: "If no answer comes, you are reminded in 2 days",
    sent: /^Sent/,
    state: "Waiting for an answer",
    group: "Came back",
    reason: "no answer",
    done: "Done: Plan",
    dismissed: "The reminder is gone; the letter stays in Sent",
    undo: "Undo",
    more: "More for: Plan",
    came: "No answer has come",
    again: "Remind again",
  },
  ru: {
    menu: "Запланировать",
    choose: /^Напомнить, если не ответят/,
    title: "Напомнить, если не ответят",
    days: "Через сколько дней",
    will: "Если не ответят, напомним через 2 дня",
    sent: /^Отправленные/,
    state: "Ждёт ответа",
    group: "Вернулись",
    reason: "нет ответа",
    done: "Готово: Plan",
    dismissed: "Напоминание убрано, письмо осталось в «Отправленных»",
    undo: "Отменить",
    more: "Ещё для письма: Plan",
    came: "Ответа нет",
    again: "Напомнить ещё раз",
  },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test(`in ${lang}: asked for with the letter, it stands above the inbox with the reason until it is answered`, async ({
    page,
    server,
    engine,
  }) => {
    test.setTimeout(240_000);
    await engine.deliver("First of all", "About tulips");
    await page.goto(server.url);
    await fillJmapAccount(page, engine);
    await addNow(page).click();
    await expect(dialog(page)).toBeHidden({ timeout: 30_000 });
    await page.evaluate((language) => localStorage.setItem("lang", language), lang);
    await page.reload();
    await expect(row(page, "First of all")).toBeVisible();
    const inbox = page.url();
    const group = page.getByRole("region", { name: w.group });
    const entries = group.getByRole("listitem");

    await test.step("chosen while writing, it is waited for once the letter has gone", async () => {
      const popup = popupOf(page, lang);
      await popup.openButton.click();
      await popup.to.fill(engine.bob);
      await popup.subject.fill("Plan");
      await popup.text.pressSequentially("About tulips");
      await popup.dialog.getByRole("button", { name: w.menu, exact: true }).press("Enter");
      await page.getByRole("menuitem", { name: w.choose }).press("Enter");
      const days = page.getByRole("dialog", { name: w.title }).getByLabel(w.days);
      await expect(days).toBeFocused();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("2");
      await page.keyboard.press("Enter");
      await expect(popup.dialog.getByText(w.will)).toBeVisible();
      await popup.send.press("Enter");
      await expect(popup.dialog).toBeHidden();
      await expect.poll(() => engine.sentToBob(), { timeout: 60_000 }).toEqual(["Plan"]);
      await page.getByRole("navigation").first().getByRole("link", { name: w.sent }).click();
      await row(page, "Plan").click();
      await expect(page.getByRole("region", { name: w.state })).toBeVisible();
      await expectAccessible(page);
    });

    await test.step("its time comes while the inbox is open: it stands above the list, and stays in Sent", async () => {
      await bringNear(page, 4000);
      await page.goto(inbox);
      await expect(row(page, "First of all")).toBeVisible();
      await expect(entries).toHaveCount(1);
      await expect(entries).toContainText("Plan");
      await expect(entries).toContainText(w.reason);
      expect(await engine.foldersOf("Plan")).toEqual([["sent"]]);
      for (const [theme, width] of [
        ["white", 1440],
        ["dark", 390],
      ] as const) {
        await page.evaluate((name) => localStorage.setItem("theme", name), theme);
        await page.setViewportSize({ width, height: 800 });
        await page.reload();
        await expect(entries).toHaveCount(1);
        await expect(entries.getByText(w.reason)).toBeVisible();
        await expectAccessible(page);
        await page.screenshot({ path: `test-results/unanswered-${lang}-${theme}-${width}.png` });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step("seen to it is gone, with Undo it stands there again, as after a reload", async () => {
      await group.getByRole("button", { name: w.done }).press("Enter");
      await expect(page.getByText(w.dismissed)).toBeVisible();
      await expect(group).toHaveCount(0);
      await page.getByRole("button", { name: w.undo }).last().click();
      await expect(entries).toHaveCount(1);
      await page.reload();
      await expect(entries).toHaveCount(1);
    });

    await test.step("its page says so; put off, it is waited for again", async () => {
      await group.getByRole("link", { name: /Plan/ }).press("Enter");
      const came = page.getByRole("region", { name: w.came });
      await expect(came).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/unanswered-page-${lang}.png` });
      await came.getByRole("button", { name: w.again }).press("Enter");
      await page.getByRole("dialog", { name: w.title }).getByLabel(w.days).fill("5");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("region", { name: w.state })).toBeVisible();
      await page.goto(inbox);
      await expect(row(page, "First of all")).toBeVisible();
      await expect(group).toHaveCount(0);
    });

    await test.step("an answer ends it while it stands above the inbox", async () => {
      await bringNear(page, 1000);
      await page.goto(inbox);
      await expect(entries).toHaveCount(1);
      await group.getByRole("button", { name: w.more }).click();
      await expect(page.getByRole("menuitem", { name: w.title })).toBeVisible();
      await page.keyboard.press("Escape");
      await engine.answer("Plan", "Yes");
      await expect(row(page, "Re: Plan")).toBeVisible();
      await expect(group).toHaveCount(0);
    });
  });
}
