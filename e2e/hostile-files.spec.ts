/**
 * Files that attack, opened in the previews of the real product: nothing in them runs, loads or leads away, the page goes on
 * working, and what cannot be shown is said in a plain word.
 * With HOSTILE_LETTERS (a folder of .eml files) it opens all files of those: `npm run test:hostile -- PATH`.
 */
import { ofToday } from "../packages/server/test/support/of-today.ts";
import { putEmails } from "./support/emails.ts";
import { hostileFiles } from "./support/hostile-files/index.ts";
import { importMessages, readMessages } from "./support/hostile-messages.ts";
import { openPreviewBrowser, type PreviewBrowser } from "./support/hostile-files/open-file.ts";
import { createServerFor, type PismoServer } from "./support/server.ts";
import { expect, test } from "./support/story.ts";

// A trace puts scripts of its own into frames, where they count as stopped.
test.use({ trace: "off" });

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
} else {
  test(`the files of the letters of ${given} achieve nothing`, async () => {
    const messages = readMessages(given);
    test.setTimeout(120_000 + messages.length * 10_000);
    const wrong: Record<string, string[]> = {};
    let files = 0;
    for (const [index, imported] of (await importMessages(server, messages)).entries()) {
      if (!("emailId" in imported)) continue;
      const count = await previews.openLetter(imported.emailId);
      for (let position = 0; position < count; position++) {
        const achieved = await previews.openFile(position);
        if (achieved.length > 0) wrong[`${messages[index]!.id}, file ${position + 1}`] = achieved;
      }
      files += count;
    }
    console.log(`${files} files of ${messages.length} letters`);
    expect(wrong).toEqual({});
  });
}
