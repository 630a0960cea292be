/**
 * Files that attack, opened in the previews of the real product: nothing in them runs, loads or leads away, the page goes on
 * working, and what cannot be shown is said in a plain word.
 * Then all of them are in the index of the search, or have cost it no more than their budget.
 * With HOSTILE_LETTERS (a folder) it opens all files of its letters, and all that lie beside them: `npm run test:hostile -- PATH`.
 */
import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../packages/server/src/store/db/data-dir.ts";
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { putEmails } from "./support/emails.ts";
import { hostileFiles } from "./support/hostile-files/index.ts";
import { importMessages, readFiles, readMessages } from "./support/hostile-messages.ts";
import { openPreviewBrowser, type PreviewBrowser } from "./support/hostile-files/open-file.ts";
import { createServerFor, type PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

// A trace puts scripts of its own into frames, where they count as stopped.
test.use({ trace: "off" });

/** Of those that lie in a folder. */
const FILES_OF_A_LETTER = 20;

const given = process.env["HOSTILE_LETTERS"];

let server: PismoServer;
let previews: PreviewBrowser;
test.beforeAll(async () => {
  server = await createServerFor({ PISMO_MAX_UPLOAD_SIZE: "100M" });
  previews = await openPreviewBrowser(server);
});
test.afterAll(async () => {
  await previews.close();
  await server.remove();
});

/** How many files the index has not read yet. */
function unread(): number {
  const database = new DatabaseSync(databaseFile(server.dataDir), { readOnly: true, timeout: 10_000 });
  try {
    const row = database.prepare("select count(*) as files from file where is_unread = 1").get() as { files: number };
    return row.files;
  } finally {
    database.close();
  }
}

/** The thread that reads has a budget for each file; the server goes on. */
async function untilAllAreRead(): Promise<void> {
  await expect.poll(unread, { timeout: 600_000 }).toBe(0);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
}

if (given === undefined) {
  for (const { attack, shows, ...file } of ofToday(hostileFiles)) {
    test(attack, async () => {
      const [emailId] = await putEmails(server, [{ subject: "Evil", files: [file] }]);
      await previews.openLetter(emailId!);
      const achieved = await previews.openFile(0, (dialog) =>
        expect(dialog.getByText(shows).or(dialog.getByLabel(shows)).first()).toBeAttached(),
      );
      expect(achieved).toEqual([]);
    });
  }

  test("the index of the search has read all of them, or left them", async () => {
    test.setTimeout(660_000);
    await putEmails(server, [{ subject: "All of them", files: [...hostileFiles] }]);
    await untilAllAreRead();
  });
} else {
  test(`the files of ${given} achieve nothing`, async () => {
    const messages = readMessages(given);
    const beside = readFiles(given);
    test.setTimeout(720_000 + (messages.length + beside.length) * 10_000);
    const wrong: Record<string, string[]> = {};
    let files = 0;
    const openFiles = async (emailId: string, nameOf: (position: number) => string): Promise<void> => {
      const count = await previews.openLetter(emailId);
      for (let position = 0; position < count; position++) {
        const achieved = await previews.openFile(position);
        if (achieved.length > 0) wrong[nameOf(position)] = achieved;
      }
      files += count;
    };
    for (const [index, imported] of (await importMessages(server, messages)).entries()) {
      if (!("emailId" in imported)) continue;
      await openFiles(imported.emailId, (position) => `${messages[index]!.id}, file ${position + 1}`);
    }
    for (let at = 0; at < beside.length; at += FILES_OF_A_LETTER) {
      const some = beside.slice(at, at + FILES_OF_A_LETTER);
      const [emailId] = await putEmails(server, [{ subject: `Files ${at}`, files: some }]);
      await openFiles(emailId!, (position) => some[position]?.name ?? `file ${position + 1}`);
    }
    console.log(`${files} files of ${messages.length} letters and of the folder`);
    await untilAllAreRead();
    expect(wrong).toEqual({});
  });
}
