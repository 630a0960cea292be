/** A script that sorts and was written elsewhere: shown, changed, and followed. */
import { expectAccessible } from "./support/axe.ts";
import { row } from "./support/rules.ts";
import type { PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

/** A script from elsewhere, which sorts from now on. */
async function putScript(server: PismoServer, text: string): Promise<void> {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { blobId } = await client.upload(accountId, new TextEncoder().encode(text), "application/sieve");
  await client.call("SieveScript/set", {
    accountId,
    create: { s: { name: "By hand", blobId } },
    onSuccessActivateScript: "#s",
  });
}

/** Another device stores the active script. */
async function changeScript(server: PismoServer, text: string): Promise<void> {
  const client = await server.client();
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const { blobId } = await client.upload(accountId, new TextEncoder().encode(text), "application/sieve");
  const { ids } = await client.call("SieveScript/query", { accountId, filter: { isActive: true } });
  await client.call("SieveScript/set", { accountId, update: { [ids[0]!]: { blobId } } });
}

test("a script from elsewhere is shown whole, and a mistake in it by its line", async ({ page, server }) => {
  const script = 'require "fileinto";\nif header :contains "subject" "x" {\n  fileinto "Archive";\n}\n';
  await putScript(server, script);
  await page.goto(`${server.url}/settings/rules`);
  const text = page.getByRole("textbox", { name: "Script “By hand”" });
  await expect(text).toHaveValue(script);
  await text.fill(script.replace('fileinto "Archive"', 'filein "Archive"'));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText('Line 3: there is no command "filein"');
  const selected = await text.evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(selected).toBe('  filein "Archive";');
  await expectAccessible(page);
  await text.fill(script.replace('"x"', '"y"'));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The script is saved")).toBeVisible();
  const off = page.getByRole("button", { name: "Switch the script off" });
  // What was saved comes back from the server first.
  await page.reload();
  await text.fill("keep;");
  await off.click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(text).toHaveValue("keep;");
  await off.click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("button", { name: "New rule" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("There are no rules yet.")).toBeVisible();
});

test("the page follows what another device stores", async ({ page, server }) => {
  await page.goto(`${server.url}/settings/rules`);
  await expect(page.getByText("There are no rules yet.")).toBeVisible();
  await putScript(server, "keep;\n");
  await expect(page.getByRole("textbox", { name: "Script “By hand”" })).toHaveValue("keep;\n");
});

test("a script that fails leaves the letter in the inbox, and the page says why", async ({ page, server }) => {
  await putScript(server, 'require "fileinto";\nfileinto "Nowhere";\n');
  await server.deliver({ subject: "Not sorted", from: "ann@mail.example", text: "Hello" });
  await page.goto(`${server.url}/inbox`);
  await expect(row(page, "Not sorted")).toBeVisible();
  await page.goto(`${server.url}/settings/rules`);
  await expect(page.getByText('Line 2: there is no folder "Nowhere"')).toBeVisible();
  await expectAccessible(page);
});

test("a script that changes elsewhere leaves what is typed, and both can be had", async ({ page, server }) => {
  await putScript(server, "keep;\n");
  await page.goto(`${server.url}/settings/rules`);
  const text = page.getByRole("textbox", { name: "Script “By hand”" });
  await text.fill("keep; # mine\n");
  await changeScript(server, "keep; # theirs\n");
  await expect(page.getByText("The script has changed elsewhere.")).toBeVisible();
  await expect(text).toHaveValue("keep; # mine\n");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep what I typed" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The script is saved").first()).toBeVisible();
  await changeScript(server, "keep; # theirs again\n");
  await expect(text).toHaveValue("keep; # theirs again\n");
});
