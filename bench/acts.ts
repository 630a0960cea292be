/** Actions of a person in the list and in Emails, each repeated. */
import type { EmailFilterCondition, JmapClient } from "@pismo/jmap";
import { sentSubject } from "./compose-acts.ts";
import { shows } from "./conditions.ts";
import { bodyMarks, subjectMarks } from "./messages.ts";
import type { Screen } from "./screen.ts";

/** An account of the server, and its Inbox. */
export interface Mail {
  client: JmapClient;
  accountId: string;
  inbox: string;
}

export type Kind = "plain" | "HTML" | "with files";

/** Emails of each kind from a position in the Inbox on, newest first. */
async function messagesByKind(
  { client, accountId, inbox }: Mail,
  position = 0,
  limit = 200,
): Promise<Record<Kind, { id: string; place: number }[]>> {
  const filter: EmailFilterCondition = { inMailbox: inbox };
  // Rows are conversations, as in every new mailbox.
  const collapseThreads = true;
  const sort = [{ property: "receivedAt", isAscending: false }];
  const calls = await client.batch((batch) => {
    const query = batch.call("Email/query", { accountId, filter, sort, position, limit, collapseThreads });
    const properties = ["hasAttachment", "htmlBody", "subject"];
    const get = batch.call("Email/get", { accountId, "#ids": query.ref("/ids"), properties });
    return { query, get };
  });
  const byId = new Map(calls.get.result().list.map((email) => [email.id as string, email]));
  const found: Record<Kind, { id: string; place: number }[]> = { plain: [], HTML: [], "with files": [] };
  for (const [place, id] of calls.query.result().ids.entries()) {
    const email = byId.get(id);
    // Sent by a run before this one: a conversation of two, with large pictures.
    if (email?.subject?.startsWith(sentSubject)) continue;
    const isHtml = email?.htmlBody?.some(({ type }) => type === "text/html") === true;
    found[email?.hasAttachment ? "with files" : isHtml ? "HTML" : "plain"].push({ id, place: position + place });
  }
  return found;
}

export async function goBetweenFolders(screen: Screen): Promise<void> {
  await screen.median(
    "folder opened for the first time",
    async (index) => {
      const result = await screen.timed(shows("emptyFolder"), () =>
        screen.folder(index === 0 ? "Archive" : "Spam").click(),
      );
      await screen.toInbox();
      return result;
    },
    2,
  );
  await screen.median("folder switch", async () => {
    await screen.timed(shows("emptyFolder"), () => screen.folder("Archive").click());
    return screen.toInbox();
  });
}

/** @param mail the account, for the kinds of its messages */
export async function readMessages(screen: Screen, mail: Mail): Promise<void> {
  const messages = await messagesByKind(mail);
  const { page } = screen;
  /** @param restMs by default long enough for visible messages to be prefetched */
  const reveal = async (place: number, restMs = 300): Promise<void> => {
    const rowHeight = 48;
    await page.evaluate(
      (top) => {
        const scroller = document.querySelector("[data-letter]")?.closest("ul")?.parentElement;
        if (scroller) scroller.scrollTop = top;
      },
      Math.max(0, place - 4) * rowHeight,
    );
    await page.mouse.move(5, 5);
    await page.waitForTimeout(restMs);
  };
  const names: Record<Kind, string> = {
    plain: "a plain letter",
    HTML: "an HTML letter",
    "with files": "a letter with files",
  };
  for (const kind of ["plain", "HTML", "with files"] as const) {
    await screen.median(`open ${names[kind]}`, async (index) => {
      const message = messages[kind][index];
      if (!message) return undefined;
      await reveal(message.place);
      const result = await screen.open(message.id);
      await screen.back();
      return result;
    });
  }
  // Positions that were not shown yet, and a click before the prefetch.
  await screen.median("open a letter that was not fetched", async (index) => {
    const [message] = (await messagesByKind(mail, 250 + index * 70, 30)).plain;
    if (!message) return undefined;
    await reveal(message.place, 100);
    const result = await screen.open(message.id);
    await screen.back();
    return result;
  });
  const again = messages.plain.slice(0, screen.repetitions);
  await screen.median("open a letter again", async (index) => {
    const message = again[index];
    if (!message) return undefined;
    await reveal(message.place);
    const result = await screen.open(message.id);
    await screen.back();
    return result;
  });
  await screen.median("back to the list", async (index) => {
    const message = messages.plain[index];
    if (!message) return undefined;
    await reveal(message.place);
    await screen.open(message.id);
    return screen.back();
  });
  const order = Object.values(messages)
    .flat()
    .toSorted((a, b) => a.place - b.place);
  await reveal(order[0]!.place);
  await screen.open(order[0]!.id);
  await screen.median("next letter by key", async (index) => {
    const next = order[index + 1];
    return next && screen.timed(shows("message", next.id), () => page.keyboard.press("j"));
  });
  await screen.toInbox();
}

export async function jumpAbout(screen: Screen): Promise<void> {
  const shares = Array.from({ length: screen.repetitions }, (_, index) => (index + 1) / (screen.repetitions + 1));
  // The end of the list is prefetched after its start was shown.
  await screen.median("far end of the list", () => screen.jump(1), 1);
  await screen.jump(0);
  await screen.median("next page", () => screen.nextPage());
  await screen.median("a place not seen before", (index) => screen.jump(shares[index]!));
  await screen.median("a place seen before", (index) => screen.jump(shares[index]!));
  await screen.jump(0);
}

const take = (marks: readonly string[], index: number): string => marks[index % marks.length] ?? "";

export async function search(screen: Screen): Promise<void> {
  const { page } = screen;
  /** From the last of the keys, or from the paste that brought all of it. */
  const find = async (words: string, isTyped = false) => {
    await page.keyboard.press("/");
    if (isTyped) await page.keyboard.type(words.slice(0, -1));
    if (isTyped) await page.waitForTimeout(300);
    const result = await screen.timed(shows("found", words), () =>
      isTyped ? page.keyboard.type(words.slice(-1)) : page.keyboard.insertText(words),
    );
    await page.keyboard.press("Escape");
    await screen.toInbox();
    return result;
  };
  await screen.median("search by subject word painted", (index) => find(take(subjectMarks, index)));
  await screen.median("search by body word painted", (index) => find(take(bodyMarks, index)));
  await screen.median("search by operator painted", (index) => find(`subject:${take(subjectMarks, index)}`));
  await screen.median("search by words and operators painted", (index) =>
    find(`${take(bodyMarks, index)} is:read after:2001`),
  );
  // The start of a word: from the third key on each one sends a query.
  await screen.median("search while typing painted", (index) => find(take(["pla", "mar", "tic", "gar"], index), true));
}

/** The page of all files: from the list, and to its far end. */
export async function browseFiles(screen: Screen): Promise<void> {
  const { page } = screen;
  const link = page.getByRole("navigation").getByRole("link", { name: "Files" });
  await screen.median("files opened", async () => {
    const result = await screen.timed(shows("files", ""), () => link.click());
    await screen.toInbox();
    return result;
  });
  await screen.median("far end of the files", async () => {
    await screen.timed(shows("files", ""), () => link.click());
    const files = page.locator("main ul a[href^='/email/']");
    const before = (await files.evaluateAll((all) => all.map((each) => each.getAttribute("href")))).join(" ");
    await page.locator("main [data-main]").first().focus();
    const result = await screen.timed(shows("files", before), () => page.keyboard.press("End"));
    await screen.toInbox();
    return result;
  });
}

export async function change(screen: Screen): Promise<void> {
  const { page } = screen;
  await screen.change("flag", async (index) => {
    const id = (await screen.inSight())[index + 1] ?? "";
    const flag = page.locator(`li:has([data-letter="${id}"])`).getByRole("button", { name: /flag/i });
    const becomesFlagged = (await flag.getAttribute("data-shown")) !== "flag";
    return screen.timed(shows("flagged", id, String(becomesFlagged)), () => flag.click({ force: true }));
  });
  await screen.change("read", async (index) => {
    const id = (await screen.inSight())[index + 1] ?? "";
    const row = page.locator(`li:has([data-letter="${id}"])`);
    const becomesUnread = (await row.getAttribute("data-unread")) === null;
    const dot = row.getByRole("button", { name: /^Mark as (?:un)?read$/i });
    return screen.timed(shows("unread", id, String(becomesUnread)), () => dot.click({ force: true }));
  });
  await screen.change("trash", async () => {
    const id = (await screen.inSight())[2] ?? "";
    await page.locator(`[data-letter="${id}"]`).focus();
    return screen.timed(shows("without", id), () => page.keyboard.press("Delete"));
  });
}
