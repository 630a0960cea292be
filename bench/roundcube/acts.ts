/** What a person does in Roundcube's list and messages: the acts of ../acts.ts, in its own way, under the same names. */
import { bodyMarks, subjectMarks } from "../messages.ts";
import { shows } from "./conditions.ts";
import type { Letter, RoundcubeScreen } from "./screen.ts";

export async function goBetweenFolders(screen: RoundcubeScreen): Promise<void> {
  const opened = (name: string) => screen.act(shows("emptyFolder", name), () => screen.folder(name).click());
  await screen.median(
    "folder opened for the first time",
    async (index) => {
      const result = await opened(index === 0 ? "Archive" : "Junk");
      await screen.toInbox();
      return result;
    },
    2,
  );
  await screen.median("folder switch", async () => {
    await opened("Archive");
    return screen.toInbox();
  });
}

const names = { plain: "a plain letter", HTML: "an HTML letter", "with files": "a letter with files" };

/** Of the first pages, as many as ../acts.ts measures. */
async function newest(screen: RoundcubeScreen): Promise<Letter[]> {
  const messages: Letter[] = [];
  for (let page = 1; page <= 4; page++) {
    await screen.showPage(page);
    messages.push(...(await screen.letters()));
  }
  await screen.showPage(1);
  return messages;
}

export async function readMessages(screen: RoundcubeScreen): Promise<void> {
  const { page, repetitions } = screen;
  const messages = await newest(screen);
  const plain = messages.filter(({ kind }) => kind === "plain").slice(0, repetitions);
  for (const [kind, name] of Object.entries(names)) {
    const ofKind = messages.filter((message) => message.kind === kind);
    await screen.median(`open ${name}`, async (index) => ofKind[index] && screen.open(ofKind[index]));
  }
  await screen.median("open a letter again", async (index) => plain[index] && screen.open(plain[index]));
  // The row whose message is shown already would not be opened by a click.
  const [first, ...others] = messages.filter((message) => message.page === 1);
  await screen.open(first!);
  await screen.median("next letter by key", async (index) => {
    const next = others[index];
    return next && screen.act(shows("message", next.uid, next.kind), () => page.keyboard.press("ArrowDown"));
  });
  await screen.median("back to the list", async (index) => {
    const message = plain[index];
    if (!message) return undefined;
    await screen.showPage(message.page);
    const at = await screen.subject(message.uid);
    await screen.act(shows("fullMessage", message.uid), () => page.mouse.dblclick(...at));
    return screen.act(shows("rows", "INBOX", ""), () => page.locator("#taskmenu a.mail").click());
  });
}

export async function jumpAbout(screen: RoundcubeScreen): Promise<void> {
  const button = (name: string) => screen.page.locator(`.pagenav a.${name}`).first();
  const toFirst = () => screen.act(shows("rows", "INBOX", "1"), () => button("firstpage").click());
  await screen.median("next page", (index) =>
    screen.act(shows("rows", "INBOX", String(index + 2)), () => button("nextpage").click()),
  );
  await toFirst();
  await screen.median("far end of the list", async () => {
    const result = await screen.act(shows("lastPage"), () => button("lastpage").click());
    await toFirst();
    return result;
  });
  await screen.median("a place seen before", async () => {
    await screen.act(shows("lastPage"), () => button("lastpage").click());
    return toFirst();
  });
}

/** Without an index of its own the mail server reads every message for a word of the text: half a minute at 100,000. */
const mostBodySearches = 3;
const SEARCH_TIMEOUT_MS = 280_000;

export async function search(screen: RoundcubeScreen): Promise<void> {
  const { page } = screen;
  let found = 0;
  const find = async (where: "subject" | "body", word: string) => {
    await page.evaluate((one) => window.rcmail?.set_searchmods({ [one]: 1 }), where);
    await page.locator("#mailsearchform").fill(word);
    await page.locator("#mailsearchform").focus();
    const result = await screen.timed(shows("found"), () => page.keyboard.press("Enter"), SEARCH_TIMEOUT_MS);
    found += await page.evaluate(() => window.rcmail?.env.messagecount ?? 0);
    await page.evaluate(() => window.rcmail?.command("reset-search"));
    await page.waitForFunction(() => !window.rcmail?.env.search_request);
    await screen.idle();
    return result;
  };
  for (const [where, words, most] of [
    ["subject", subjectMarks, screen.repetitions],
    ["body", bodyMarks, Math.min(mostBodySearches, screen.repetitions)],
  ] as const) {
    found = 0;
    const name = `search by ${where} word painted`;
    await screen.median(name, (index) => find(where, words[index % words.length]!), most);
    if (found === 0) throw new Error(`Roundcube has found nothing by a word of the ${where}`);
  }
}

export async function change(screen: RoundcubeScreen): Promise<void> {
  const { page } = screen;
  const messageAt = async (place: number) => {
    const uid = (await screen.letters())[place]?.uid ?? "";
    return { uid, ...(await screen.row(uid)) };
  };
  await screen.change("flag", async (index) => {
    const { uid, id, isFlagged } = await messageAt(index + 1);
    const at = await screen.aim(`[id="flagicn${id}"]`);
    return screen.timed(shows("row", uid, "flagged", String(!isFlagged)), () => page.mouse.click(...at));
  });
  await screen.idle();
  await screen.change("read", async (index) => {
    const { uid, id, isUnread } = await messageAt(index + 1);
    const [x, y] = await screen.aim(`[id="msgicn${id}"]`);
    // The dot is drawn left of its element, which has no width.
    return screen.timed(shows("row", uid, "unread", String(!isUnread)), () => page.mouse.click(x - 11, y));
  });
  await screen.idle();
  await screen.change("trash", async () => {
    // The row that follows up from the next page comes a moment later.
    await screen.idle();
    const { uid } = await messageAt(2);
    await screen.open({ uid, page: 1, kind: "" });
    return screen.timed(shows("without", uid), () => page.keyboard.press("Delete"));
  });
  await screen.idle();
}
