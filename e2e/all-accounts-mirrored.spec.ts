/** Two accounts at a mail server, shown together: what is done to a letter reaches its own mailbox there. */
import { fixture } from "./support/fixture.ts";
import { canRunMailWorld, type MailWorld, startMailWorld } from "./support/mail-world.ts";
import { addFound } from "./support/own-account.ts";
import { expect, test as base } from "./support/story.ts";

const test = base.extend<object, { world: MailWorld }>({
  world: [fixture(startMailWorld, (world) => world.stop()), { scope: "worker" }],
  env: ({ world }, provide) => provide(world.env),
});

test.skip(!canRunMailWorld, "Dovecot and Postfix are not installed");

test("a selection over two mail servers' accounts is archived there and undone as one, and an answer goes out from the right one", async ({
  page,
  server,
  world,
}) => {
  await world.put("ada", "To Ada");
  await world.put("bea", "To Bea");
  await page.goto(server.url);
  await addFound(page, "ada");
  await expect(page.getByRole("link", { name: /To Ada/ })).toBeVisible();
  await addFound(page, "bea");
  await expect(page.getByRole("link", { name: /To Bea/ })).toBeVisible();
  await page.getByRole("link", { name: "All inboxes" }).click();
  await expect(page.getByRole("link", { name: /To Ada.*Account ada@mail\.test/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /To Bea.*Account bea@mail\.test/ })).toBeVisible();

  for (const subject of ["To Ada", "To Bea"]) {
    await page.getByRole("checkbox", { name: new RegExp(subject) }).focus();
    await page.keyboard.press("Space");
  }
  await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("link", { name: /To Ada/ })).toBeHidden();
  // Its focus holds the notice, however long the server takes.
  await page.getByRole("button", { name: "Undo", exact: true }).focus();
  for (const user of ["ada", "bea"]) await expect.poll(() => world.subjectsIn(user, "INBOX")).toEqual([]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("link", { name: /To Ada/ })).toBeVisible();
  await expect.poll(() => world.subjectsIn("ada", "INBOX")).toEqual(["To Ada"]);
  await expect.poll(() => world.subjectsIn("bea", "INBOX")).toEqual(["To Bea"]);

  await page.getByRole("link", { name: /To Ada/ }).click();
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Re: To Ada");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect
    .poll(() => world.postfix.messages().find((text) => text.includes("Subject: Re: To Ada")))
    .toContain("From: ada Test <ada@mail.test>");
  await expect.poll(() => world.subjectsIn("ada", "Sent")).toEqual(["Re: To Ada"]);
  expect(await world.subjectsIn("bea", "Sent")).toEqual([]);
});
