/** Invitations are answered by iMIP (RFC 6047), from the address that was invited, and on a click alone. */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { startChangeablePeer } from "./support/changeable-peer.ts";
import { putEmails } from "./support/emails.ts";
import { fixture } from "./support/fixture.ts";
import { plansCalendar, toYou } from "./support/plans-calendar.ts";
import { expect, test as base } from "./support/story.ts";

const test = base.extend<{ peer: Awaited<ReturnType<typeof startChangeablePeer>> }>({
  peer: fixture(startChangeablePeer, (peer) => peer.close()),
});

const invitation = (...lines: string[]): Buffer => Buffer.from(plansCalendar(lines));
const fileOf = (content: Buffer) => ({ name: "invite.ics", type: "text/calendar", content });

const words = {
  en: {
    group: "you@pismo.localhost is invited. Are you coming?",
    accept: "Accept",
    decline: "Decline",
    none: "no reply",
    coming: "is coming",
    away: "is not coming",
    accepted: "You accepted. The answer went to the organizer.",
    declined: "You declined. The answer went to the organizer.",
    subject: "Accepted: Plans for the summer",
    update: "Invitation with changes",
  },
  ru: {
    group: "Приглашён адрес you@pismo.localhost. Вы придёте?",
    accept: "Принять",
    decline: "Отклонить",
    none: "нет ответа",
    coming: "придёт",
    away: "не придёт",
    accepted: "Вы приняли приглашение. Ответ отправлен организатору.",
    declined: "Вы отклонили приглашение. Ответ отправлен организатору.",
    subject: "Принято: Plans for the summer",
    update: "Приглашение изменилось",
  },
} as const;

for (const lang of ofToday(["en", "ru"] as const)) {
  const w = words[lang];
  test.describe(lang, () => {
    test.use({ lang });

    test("by keyboard alone one is accepted, then declined; what was answered is known after a reload", async ({
      page,
      server,
    }) => {
      await server.pismo("mailbox", "add", "anna");
      const anna = await mailboxOf(server, "anna");
      const [id] = await putEmails(server, [
        { subject: "Plans", messageId: "plans@mail.example", files: [fileOf(invitation("SEQUENCE:1", toYou))] },
      ]);
      await page.goto(`${server.url}/email/${id}?title=Plans`);
      const card = page.getByRole("region", { name: "Plans for the summer" });
      await expect(card.getByText(w.update)).toBeVisible();
      await expect(card.getByRole("group", { name: w.group })).toBeVisible();
      await expectAccessible(page);
      expect(await anna.emails("inbox")).toEqual([]);
      const participant = card.getByRole("listitem").filter({ hasText: "you@pismo.localhost" });
      await expect(participant).toContainText(`· ${w.none}`);
      for (const width of [1440, 899, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `test-results/invitation-${lang}-${width}.png` });
      }

      await card.getByRole("button", { name: w.accept }).focus();
      await page.keyboard.press("Enter");
      await expect(card.getByText(w.accepted)).toBeVisible();
      await expect(participant).toContainText(`· ${w.coming}`);
      await expect(card.getByRole("button", { name: w.accept })).toHaveAttribute("aria-pressed", "true");
      await expect(card.getByRole("button", { name: w.accept })).toBeFocused();
      await expectAccessible(page);
      const { parsed, source } = await anna.onlyMessage();
      expect(parsed).toMatchObject({ subject: w.subject, inReplyTo: "<plans@mail.example>" });
      expect(parsed.from?.address).toBe("you@pismo.localhost");
      expect(source).toMatch(/\r\nContent-Type: text\/calendar; charset=utf-8; method=REPLY\r\n/);
      const part = parsed.attachments.find(({ mimeType }) => mimeType === "text/calendar");
      const calendar = Buffer.from(part!.content as ArrayBuffer).toString();
      expect(calendar).toMatch(/^UID:plans@calendar\.example\r?$/m);
      expect(calendar).toMatch(/^SEQUENCE:1\r?$/m);
      expect(calendar).toMatch(/^ATTENDEE;PARTSTAT=ACCEPTED:mailto:you@pismo\.localhost\r?$/m);

      await card.getByRole("button", { name: w.decline }).click();
      await expect(card.getByText(w.declined)).toBeVisible();
      await expect.poll(async () => (await anna.emails("inbox")).length).toBe(2);
      await page.reload();
      await expect(card.getByText(w.declined)).toBeVisible();
      await expect(participant).toContainText(`· ${w.away}`);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `test-results/invitation-answered-${lang}-${width}.png` });
      }
      await expect(card.getByRole("button", { name: w.decline })).toHaveAttribute("aria-pressed", "true");
      // The answers went to Sent, and nothing is left in Drafts.
      const you = await mailboxOf(server);
      expect(await you.emails("sent")).toHaveLength(2);
      expect(await you.emails("drafts")).toEqual([]);
    });
  });
}

test("who is not invited, who invites, and who reads a letter of a stranger in Spam is asked nothing", async ({
  page,
  server,
}) => {
  const others = "ATTENDEE:mailto:others@mail.example";
  const own = invitation(toYou).toString().replace("mailto:anna@", "mailto:you@");
  const [notInvited, ownInvitation, spam] = await putEmails(server, [
    { subject: "Not invited", files: [fileOf(invitation(others))] },
    { subject: "My own", files: [fileOf(Buffer.from(own))] },
    { subject: "Spam", folder: "junk", files: [fileOf(invitation(toYou))] },
  ]);
  const card = page.getByRole("region", { name: "Plans for the summer" });
  for (const id of [notInvited, ownInvitation]) {
    const identities = page.waitForResponse(
      (response) => response.request().postData()?.includes("Identity/get") ?? false,
    );
    await page.goto(`${server.url}/email/${id}?title=x`);
    await expect(card).toBeVisible();
    await identities;
    await expect(card.getByRole("button")).toHaveCount(0);
  }
  await page.goto(`${server.url}/email/${spam}?title=x`);
  await expect(card).toBeVisible();
  await expect(card.getByRole("button")).toHaveCount(0);
});

test("an answer that cannot be sent says why, and leaves nothing behind", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  const [id] = await putEmails(server, [{ subject: "Plans", files: [fileOf(invitation(toYou))] }]);
  await page.goto(`${server.url}/email/${id}?title=Plans`);
  const accept = page.getByRole("button", { name: "Accept" });
  await expect(accept).toBeVisible();
  await page.route("**/jmap/api", (route) =>
    route.request().postData()?.includes("EmailSubmission/set") ? route.abort() : route.fallback(),
  );
  await accept.click();
  await expect(page.getByRole("alert").getByText(/^The answer was not sent: /)).toBeVisible();
  await page.unrouteAll();
  expect(await (await mailboxOf(server)).emails("drafts")).toEqual([]);
  await accept.click();
  await expect(page.getByText("You accepted. The answer went to the organizer.")).toBeVisible();
  await (await mailboxOf(server, "anna")).onlyMessage();
});

test("an answer that went out though the connection broke is known to have gone, once", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  const [id] = await putEmails(server, [{ subject: "Plans", files: [fileOf(invitation(toYou))] }]);
  await page.goto(`${server.url}/email/${id}?title=Plans`);
  const accept = page.getByRole("button", { name: "Accept" });
  await expect(accept).toBeVisible();
  await page.route("**/jmap/api", async (route) => {
    if (!route.request().postData()?.includes("EmailSubmission/set")) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await accept.click();
  await expect(page.getByText("You accepted. The answer went to the organizer.")).toBeVisible();
  await (await mailboxOf(server, "anna")).onlyMessage();
});

test.describe("by way of a server of mail", () => {
  test.use({ env: async ({ peer }, provide) => provide({ PISMO_SMTP_URL: `smtp://127.0.0.1:${peer.port}` }) });
  const organizer = "ORGANIZER;CN=Anna:mailto:anna@b.example";

  test("the card says whether the answer waits, went, was taken back or was refused", async ({
    page,
    server,
    peer,
  }) => {
    peer.behaviour.onRecipient = () => "451 4.7.1 Greylisted";
    const calendar = invitation(toYou)
      .toString()
      .replace(/^ORGANIZER.*$/m, organizer);
    const [id] = await putEmails(server, [
      { subject: "Plans", messageId: "plans@mail.example", files: [fileOf(Buffer.from(calendar))] },
    ]);
    await page.goto(`${server.url}/email/${id}?title=Plans`);
    const card = page.getByRole("region", { name: "Plans for the summer" });
    await card.getByRole("button", { name: "Accept" }).click();
    await expect(card.getByText("You accepted. The answer has not gone to the organizer yet.")).toBeVisible();
    await page.reload();
    await expect(card.getByText("You accepted. The answer has not gone to the organizer yet.")).toBeVisible();
    await expectAccessible(page);

    const you = await mailboxOf(server);
    const { client, accountId } = you;
    const waiting = async () => (await client.call("Outbox/get", { accountId })).list.map((each) => each.id);
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await client.call("Outbox/edit", { accountId, ids: await waiting() });
    await expect(card.getByRole("group", { name: words.en.group })).toBeVisible();

    peer.behaviour.onRecipient = () => "550 5.1.1 No such user";
    await card.getByRole("button", { name: "Decline" }).click();
    await expect(card.getByText("You declined. The answer did not reach the organizer: see the outbox.")).toBeVisible();
    delete peer.behaviour.onRecipient;
    await client.call("Outbox/retry", { accountId, ids: await waiting() });
    await expect(card.getByText(words.en.declined)).toBeVisible();
    expect(peer.messages).toHaveLength(1);
  });
});

test("of a repeated event and one of its days each has its own answer", async ({ page, server }) => {
  await server.pismo("mailbox", "add", "anna");
  const anna = await mailboxOf(server, "anna");
  const both = invitation(toYou).toString();
  const [, event = ""] = /(BEGIN:VEVENT[^]*END:VEVENT)/.exec(both)!;
  const one = event.replace("SUMMARY:Plans for the summer", "SUMMARY:One day\r\nRECURRENCE-ID:20300418T080000Z");
  const [id] = await putEmails(server, [
    {
      subject: "Plans",
      messageId: "plans@mail.example",
      files: [fileOf(Buffer.from(both.replace(event, `${event}\r\n${one}`)))],
    },
  ]);
  await page.goto(`${server.url}/email/${id}?title=Plans`);
  await page.getByRole("region", { name: "One day" }).getByRole("button", { name: "Decline" }).click();
  await expect(page.getByRole("region", { name: "One day" }).getByText(words.en.declined)).toBeVisible();
  expect((await anna.onlyMessage()).source).toContain("RECURRENCE-ID:20300418T080000Z");
  await page.reload();
  await expect(page.getByRole("region", { name: "One day" }).getByText(words.en.declined)).toBeVisible();
  await expect(page.getByRole("region", { name: "Plans for the summer" }).getByText(words.en.group)).toBeVisible();
});
