/** Invitations and address cards: shown in words above the Email's text, and nothing in them does anything. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { putEmails } from "./support/emails.ts";
import { expect, test } from "./support/story.ts";

const invitation = (method: string, ...lines: string[]): Buffer =>
  Buffer.from(
    [
      "BEGIN:VCALENDAR",
      `METHOD:${method}`,
      "BEGIN:VEVENT",
      "DTSTART;TZID=Asia/Tokyo:20300411T110000",
      "DTEND;TZID=Asia/Tokyo:20300411T123000",
      "ORGANIZER;CN=Anna Petrova:mailto:anna@mail.example",
      "ATTENDEE;PARTSTAT=ACCEPTED;CN=Boris:mailto:boris@mail.example",
      "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:you@pismo.localhost",
      ...lines,
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  );
const calendar = (content: Buffer) => ({ name: "invite.ics", type: "text/calendar", content });

test.use({ timezoneId: "Europe/Moscow" });

for (const [lang, words] of ofToday([
  ["en", { kind: "Invitation", when: /Thursday, April 11, 2030/, there: /Asia\/Tokyo/, answer: "is coming" }],
  ["ru", { kind: "Приглашение", when: /четверг, 11 апреля 2030/, there: /Asia\/Tokyo/, answer: "придёт" }],
] as const)) {
  test.describe(lang, () => {
    test.use({ lang });
    test(`an invitation says what, when here and there, where, and who (${lang})`, async ({ page, server }) => {
      const lines = ["SUMMARY:Plans for the summer", "LOCATION:Room 7\\, https://meet.example/abc"];
      const [id] = await putEmails(server, [{ subject: "Plans", files: [calendar(invitation("REQUEST", ...lines))] }]);
      await page.goto(`${server.url}/email/${id}?title=Plans`);
      const card = page.getByRole("region", { name: "Plans for the summer" });
      await expect(card.getByText(words.kind, { exact: true })).toBeVisible();
      await expect(card.getByText(words.when).first()).toBeVisible();
      await expect(card.getByText(words.there)).toBeVisible();
      await expect(card.getByText("Anna Petrova <anna@mail.example>")).toBeVisible();
      await expect(card.getByText(words.answer)).toBeVisible();
      const link = card.getByRole("link", { name: "https://meet.example/abc" });
      await expect(link).toHaveAttribute("rel", "noopener noreferrer");
      await expectAccessible(page);
    });
  });
}

for (const [lang, until, times, show] of ofToday([
  ["en", "Repeats every week, until June 1, 2030", "Repeats every day, 5 times", "Show description"],
  ["ru", "Повторяется каждую неделю, по 1 июня 2030 г.", "Повторяется каждый день, 5 раз", "Показать описание"],
] as const)) {
  test.describe(lang, () => {
    test.use({ lang });
    test(`a repeated event says when it ends, and what it is about (${lang})`, async ({ page, server }) => {
      const weekly = ["SUMMARY:Weekly", "RRULE:FREQ=WEEKLY;UNTIL=20300601T080000Z", "DESCRIPTION:Bring the maps"];
      const long = Array.from({ length: 9 }, (_, line) => `Line ${line + 1}`).join("\\n");
      const daily = ["SUMMARY:Daily", "RRULE:FREQ=DAILY;COUNT=5", `DESCRIPTION:${long}`];
      const [id] = await putEmails(server, [
        { subject: "Plans", files: [weekly, daily].map((lines) => calendar(invitation("REQUEST", ...lines))) },
      ]);
      await page.goto(`${server.url}/email/${id}?title=Plans`);
      const first = page.getByRole("region", { name: "Weekly" });
      await expect(first.getByText(until)).toBeVisible();
      await expect(first.getByText("Bring the maps")).toBeVisible();
      const second = page.getByRole("region", { name: "Daily" });
      await expect(second.getByText(times)).toBeVisible();
      await expect(second.getByText("Line 9")).toBeHidden();
      await second.getByText(show).focus();
      await page.keyboard.press("Enter");
      await expect(second.getByText("Line 9")).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/repeated-${lang}.png` });
    });
  });
}

test("what is cancelled says so; a hostile one is words, and in spam without links", async ({ page, server }) => {
  const evil = [
    "SUMMARY:<img src=x onerror=alert(1)>\u202Egpj",
    "LOCATION:https://evil.example/ javascript:alert(1)",
    "URL:javascript:alert(1)",
    "ATTACH:https://tracker.example/x.png",
  ];
  const [id] = await putEmails(server, [
    { subject: "Evil", folder: "junk", files: [calendar(invitation("CANCEL", ...evil))] },
  ]);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${server.url}/email/${id}?title=Evil`);
  const card = page.getByRole("region", { name: "<img src=x onerror=alert(1)>‹U+202E›gpj" });
  await expect(card.getByText("The meeting is cancelled")).toBeVisible();
  await expect(card.getByRole("link")).toHaveCount(0);
  expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:"))).toEqual([]);
});

test("an address card says the name, addresses and telephones", async ({ page, server }) => {
  const content = Buffer.from(
    "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Anna Petrova\r\nORG:Post\r\nEMAIL:anna@mail.example\r\nTEL:+7 900 000-00-00\r\nEND:VCARD\r\n",
  );
  const [id] = await putEmails(server, [{ subject: "Card", files: [{ name: "a.vcf", type: "text/vcard", content }] }]);
  await page.goto(`${server.url}/email/${id}?title=Card`);
  const card = page.getByRole("region", { name: "Anna Petrova" });
  for (const text of ["Contact card", "Post", "+7 900 000-00-00"]) await expect(card.getByText(text)).toBeVisible();
  await expect(card.getByRole("link", { name: "anna@mail.example" })).toHaveAttribute(
    "href",
    "mailto:anna@mail.example",
  );
});
