/** In front of a hosted engine: sending is undone, ends with the sign-out, and what has a time waits for a sign-in. */
import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../packages/server/src/store/db/data-dir.ts";
import { canRunCyrus } from "../packages/server/test/servers/cyrus.ts";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { popupOf } from "./support/compose.ts";
import { cyrusEngine } from "./support/engines.ts";
import { enter } from "./support/hosted.ts";
import { createServerFor } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const words = {
  en: {
    sent: "Letter sent",
    undo: "Undo",
    account: /^Account/,
    signOut: "Sign out",
    signIn: "Sign in to your mail",
    schedule: "Schedule",
    tomorrow: /^Tomorrow morning/,
    menuNote: "Goes only while you are signed in on some device",
    pageNote: "Letters go only while you are signed in on some device.",
    scheduled: /^Scheduled/,
    leave: "Sign out?",
    unsent: "1 letter waits for its time and will not go until you sign in again: On Monday.",
    stay: "Stay signed in",
    late: /On Monday.*the time to send it passed while you were not signed in/,
    show: "Show",
    now: "Send now: On Monday",
  },
  ru: {
    sent: "Письмо отправлено",
    undo: "Отменить",
    account: /^Аккаунт/,
    signOut: "Выйти",
    signIn: "Вход в почту",
    schedule: "Запланировать",
    tomorrow: /^Завтра утром/,
    menuNote: "Уйдёт, только если в это время вы вошли в почту хотя бы на одном устройстве",
    pageNote: "Письма уйдут, только если в это время вы вошли в почту хотя бы на одном устройстве.",
    scheduled: /^Запланированные/,
    leave: "Выйти из почты?",
    unsent: "1 письмо ждёт своего времени и не уйдёт, пока вы не войдёте снова: On Monday.",
    stay: "Остаться",
    late: /On Monday.*время отправки прошло, пока вы не были в почте/,
    show: "Показать",
    now: "Отправить сейчас: On Monday",
  },
};

for (const { lang, viewport, theme } of ofToday([
  { lang: "en", viewport: { width: 1440, height: 900 }, theme: "white" },
  { lang: "ru", viewport: { width: 390, height: 844 }, theme: "dark" },
] as const)) {
  test.describe(`${lang}, ${viewport.width} px`, () => {
    test.use({ viewport, lang, theme });
    test("a letter is undone, goes before the sign-out, or at its time while the person is signed in", async ({
      page,
    }) => {
      test.skip(!canRunCyrus, "Cyrus is not installed");
      test.setTimeout(240_000);
      const engine = await cyrusEngine();
      const server = await createServerFor({ PISMO_MODE: "hosted", PISMO_JMAP_URL: engine.url });
      const popup = popupOf(page, lang);
      const w = words[lang];
      const shot = (name: string) =>
        page.screenshot({ path: `test-results/held-hosted-${name}-${viewport.width}.png` });
      const write = async (subject: string): Promise<void> => {
        await page.keyboard.press("c");
        await expect(popup.to).toBeFocused();
        await popup.to.fill(engine.bob);
        await popup.subject.fill(subject);
        await popup.text.pressSequentially("About tulips");
      };
      const toast = page.getByText(w.sent, { exact: true }).locator("..");
      const leave = async (): Promise<void> => {
        await page.getByRole("button", { name: w.account }).click();
        await page.getByRole("menuitem", { name: w.signOut, exact: true }).click();
      };
      const isOut = () => expect(page.getByRole("heading", { level: 1, name: w.signIn })).toBeVisible();
      const signIn = async (): Promise<void> => {
        await enter(page, server.url, engine.password, engine.name);
        await expect(page.getByRole("link", { name: /First of all/ })).toBeVisible();
      };
      try {
        await engine.deliver("First of all", "About tulips");
        await signIn();

        await test.step("undone, it is written on as it was, and has not gone", async () => {
          await write("Taken back");
          await popup.send.click();
          await toast.getByRole("button", { name: w.undo }).click();
          await expect(popup.subject).toHaveValue("Taken back");
          await expect.poll(() => engine.foldersOf("Taken back")).toEqual([["drafts"]]);
          expect(await engine.sentToBob()).toEqual([]);
        });

        await test.step("sent again, it goes though the page is closed", async () => {
          await popup.send.click();
          await expect(toast).toBeVisible();
          await page.goto(`${server.url}/healthz`);
          await expect.poll(() => engine.sentToBob(), { timeout: 60_000 }).toEqual(["Taken back"]);
          await expect.poll(() => engine.foldersOf("Taken back")).toEqual([["sent"]]);
          await page.goto(`${server.url}/inbox`);
          await expect(page.getByRole("link", { name: /First of all/ })).toBeVisible();
        });

        await test.step("who signs out while it can be undone has sent it", async () => {
          await write("Signed out");
          await popup.send.click();
          await expect(toast).toBeVisible();
          await leave();
          await isOut();
          expect(await engine.sentToBob()).toEqual(["Taken back", "Signed out"]);
          await expect.poll(() => engine.foldersOf("Signed out")).toEqual([["sent"]]);
          await signIn();
        });

        await test.step("sent later, menu and page say that it goes while the person is signed in", async () => {
          await write("On Monday");
          await popup.dialog.getByRole("button", { name: w.schedule, exact: true }).click();
          await expect(page.getByRole("menu").getByText(w.menuNote)).toBeVisible();
          await expectAccessible(page);
          await shot("menu");
          await page.getByRole("menuitem", { name: w.tomorrow }).click();
          await expect(popup.dialog).toBeHidden();
          await page.goto(`${server.url}/scheduled`);
          await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "On Monday" })).toBeVisible();
          await expect(page.getByText(w.pageNote, { exact: true })).toBeVisible();
          await expectAccessible(page);
          await shot("page");
        });

        await test.step("the sign-out names it, and the person may stay", async () => {
          await leave();
          const dialog = page.getByRole("dialog", { name: w.leave });
          await expect(dialog.getByText(w.unsent)).toBeVisible();
          await expectAccessible(page);
          await shot("leave");
          await dialog.getByRole("button", { name: w.stay }).click();
          await expect(dialog).toBeHidden();
          await leave();
          await dialog.getByRole("button", { name: w.signOut, exact: true }).click();
          await isOut();
        });

        await test.step("its time has passed before the next sign-in: it stands in the outbox, and is sent now", async () => {
          await server.kill();
          const database = new DatabaseSync(databaseFile(server.dataDir));
          database.exec(`update held_submission set send_at = ${Date.now() - 7_200_000}, next_attempt_at = 0
            where state = 'waiting'`);
          database.close();
          await server.start();
          await signIn();
          await expect(page.getByText(w.late)).toBeVisible();
          await page
            .getByRole("link", { name: w.show, exact: true })
            .or(page.getByRole("button", { name: w.show, exact: true }))
            .first()
            .click();
          await expect(page.getByRole("button", { name: w.now })).toBeVisible();
          await expectAccessible(page);
          await shot("late");
          expect(await engine.sentToBob()).toEqual(["Taken back", "Signed out"]);
          await page.getByRole("button", { name: w.now }).click();
          await expect
            .poll(() => engine.sentToBob(), { timeout: 60_000 })
            .toEqual(["Taken back", "Signed out", "On Monday"]);
          await expect.poll(() => engine.foldersOf("On Monday")).toEqual([["sent"]]);
          await expect(page.getByRole("button", { name: w.now })).toBeHidden();
        });
      } finally {
        await server.remove();
        await engine.stop();
      }
    });
  });
}
