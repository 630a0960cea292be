/** A spam filter of one's own: it learns from what a person marks, moves what looks like it, says why, and is taught. */
import type { Email } from "@pismo/jmap";
import { expectAccessible } from "./support/axe.ts";
import { mailboxOf } from "./support/compose.ts";
import { row } from "./support/rules.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

const offer =
  "Congratulations winner, claim the casino bonus jackpot today: free spins, no deposit, exclusive millions, click now, " +
  "limited promotion, guaranteed cash prize, lottery ticket, lucky roulette, instant withdrawal";
const report =
  "The meeting about the bridge is on Thursday, please read the drawings and the budget before; the contractor has sent " +
  "the measurements, and the council wants the schedule of the works";

/** Marked as spam and filed by a person, of each as many as it begins at. */
async function teach(server: PismoServer): Promise<void> {
  const { client, accountId } = await mailboxOf(server);
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  const placeOf = (role: string) => ({ [list.find((mailbox) => mailbox.role === role)!.id!]: true as const });
  const drawers = { junk: offer, archive: report };
  for (const [role, text] of Object.entries(drawers)) {
    const email: Partial<Email> = {
      mailboxIds: placeOf("inbox"),
      from: [{ name: null, email: `${role}@x.example` }],
      subject: "Once more",
      bodyValues: { t: { value: text, isEncodingProblem: false, isTruncated: false } },
      textBody: [{ partId: "t", type: "text/plain" }] as Email["textBody"],
    };
    const create = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`e${n}`, email]));
    const { created } = await client.call("Email/set", { accountId, create });
    const place = { mailboxIds: placeOf(role) };
    const update = Object.fromEntries(Object.values(created ?? {}).map(({ id }) => [id, place]));
    expect((await client.call("Email/set", { accountId, update })).notUpdated).toBeNull();
  }
}

test("it is turned on in the settings, says what it has learned, and a letter says why it is in spam", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/settings/reading`);
  const filter = page.getByRole("switch", { name: "Find spam by your own marks" });
  // Until it is known whether it is on.
  await expect(filter).toBeEnabled();
  await filter.press("Space");
  await expect(page.getByText("The setting is saved").first()).toBeVisible();
  await teach(server);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Learned from: 20 spam, 20 other letters")).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectAccessible(page);

  await server.deliver({ from: "eve@new.example", subject: "For you alone", text: offer });
  await page.goto(`${server.url}/spam`);
  await row(page, "For you alone").click();
  await expect(page.getByText("This letter looks like what you marked as spam")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Not spam" }).last().click();
  await page.goto(`${server.url}/inbox`);
  await expect(row(page, "For you alone")).toBeVisible();
});
