import type { EmailQueryArgs, Id } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
/** Emails by a short name, oldest first. */
const ids: Record<string, Id> = {};
let box: Id;

const day = (n: number) => `2026-03-${String(n).padStart(2, "0")}T12:00:00Z`;

const at = (n: number, keywords: string[], ...mailboxIds: Id[]) => ({ receivedAt: day(n), keywords, mailboxIds });

beforeAll(async () => {
  t = await jmap();
  box = await t.mailbox("Box");
  const archive = t.role["archive"]!;
  ids["start"] = await t.importMessage(
    lines(
      "From: Anna <anna@x.example>",
      "To: you@x.example",
      "Subject: Plan",
      "Message-ID: <1@x>",
      "",
      "The xylophone plays",
    ),
    at(1, ["$seen"], box),
  );
  ids["reply"] = await t.importMessage(
    lines(
      "From: Boris <boris@x.example>",
      "Cc: anna@x.example",
      "Subject: Re: Plan",
      "In-Reply-To: <1@x>",
      "",
      "Agreed",
    ),
    at(2, ["$answered"], box, archive),
  );
  ids["large"] = await t.importMessage(
    lines(
      "From: vera@x.example",
      "Bcc: hidden@x.example",
      "Subject: Книги",
      "X-List: one two",
      "",
      "Читали эту книгу? ".repeat(600),
    ),
    at(3, ["$flagged", "$seen"], box),
  );
  ids["file"] = await t.importMessage(
    lines(
      "From: anna@x.example",
      "Subject: Файл",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "",
      "see it",
      "--b",
      "Content-Type: application/pdf; name=report.pdf",
      "Content-Disposition: attachment",
      "",
      "%PDF",
      "--b--",
    ),
    at(4, [], box),
  );
  ids["away"] = await t.importMessage(
    "From: zoe@x.example\r\nSubject: <b>Away</b>\r\n\r\nPlan & so on",
    at(5, [], archive),
  );
});
afterAll(() => t.close());

const named = (found: readonly Id[]): string[] =>
  found.map((id) => Object.keys(ids).find((name) => ids[name] === id) ?? id);
const query = (args: Partial<EmailQueryArgs> & LooseArgs) => t.call("Email/query", args);
const names = async (args: Partial<EmailQueryArgs>) => named((await query(args)).ids);

describe("[8621 §4.4.1] filters", () => {
  const all = ["away", "file", "large", "reply", "start"];
  test.each<[string, LooseArgs, string[]]>([
    ["none", {}, all],
    ["inMailbox", { inMailbox: "box" }, ["file", "large", "reply", "start"]],
    ["inMailbox that is not there", { inMailbox: "m999" }, []],
    ["inMailboxOtherThan", { inMailboxOtherThan: ["box"] }, ["away", "reply"]],
    ["before", { before: day(3) }, ["reply", "start"]],
    ["after", { after: day(3) }, ["away", "file", "large"]],
    ["minSize", { minSize: 10_000 }, ["large"]],
    ["maxSize", { maxSize: 10_000 }, ["away", "file", "reply", "start"]],
    ["hasKeyword", { hasKeyword: "$Seen" }, ["large", "start"]],
    ["notKeyword", { notKeyword: "$seen" }, ["away", "file", "reply"]],
    ["allInThreadHaveKeyword", { allInThreadHaveKeyword: "$seen" }, ["large"]],
    ["someInThreadHaveKeyword", { someInThreadHaveKeyword: "$answered" }, ["reply", "start"]],
    ["noneInThreadHaveKeyword", { noneInThreadHaveKeyword: "$seen" }, ["away", "file"]],
    ["hasAttachment", { hasAttachment: true }, ["file"]],
    ["attachmentName", { attachmentName: "REPORT" }, ["file"]],
    ["attachmentName by its ending", { attachmentName: "pdf " }, ["file"]],
    ["attachmentName in the text alone", { attachmentName: "xylophone" }, []],
    ["no attachment", { hasAttachment: false }, ["away", "large", "reply", "start"]],
    ["text in a body", { text: "xylophones" }, ["start"]],
    ["text in a subject", { text: "plan" }, ["away", "reply", "start"]],
    ["from, by address", { from: "anna@x.example" }, ["file", "start"]],
    ["from, by name", { from: "boris" }, ["reply"]],
    ["to", { to: "you@x.example" }, ["start"]],
    ["cc", { cc: "anna" }, ["reply"]],
    ["bcc", { bcc: "hidden" }, ["large"]],
    ["subject", { subject: "книга" }, ["large"]],
    ["body", { body: "книга" }, ["large"]],
    ["header that is there", { header: ["X-List"] }, ["large"]],
    ["header with a value", { header: ["x-list", "TWO"] }, ["large"]],
    ["header with another", { header: ["X-List", "three"] }, []],
    ["several at once", { inMailbox: "box", hasKeyword: "$seen", maxSize: 10_000 }, ["start"]],
    [
      "OR",
      { operator: "OR", conditions: [{ hasKeyword: "$flagged" }, { hasKeyword: "$answered" }] },
      ["large", "reply"],
    ],
    ["NOT", { operator: "NOT", conditions: [{ hasKeyword: "$seen" }, { hasAttachment: true }] }, ["away", "reply"]],
    [
      "nested",
      {
        operator: "AND",
        conditions: [
          { operator: "NOT", conditions: [{ inMailbox: "box" }] },
          { operator: "OR", conditions: [{ subject: "away" }, { subject: "plan" }] },
        ],
      },
      ["away"],
    ],
    ["AND of nothing", { operator: "AND", conditions: [] }, all],
    ["OR of nothing", { operator: "OR", conditions: [] }, []],
    ["NOT of nothing", { operator: "NOT", conditions: [] }, all],
  ])("%s", async (_, filter, expected) => {
    const resolved = JSON.parse(JSON.stringify(filter).replaceAll('"box"', `"${box}"`)) as object;
    expect(await names({ filter: resolved })).toEqual(expected);
  });

  test.each<[string, unknown, string]>([
    ["an unknown condition", { colour: "red" }, "unsupportedFilter"],
    ["an unknown operator", { operator: "XOR", conditions: [] }, "invalidArguments"],
    ["an operator without conditions", { operator: "AND" }, "invalidArguments"],
    ["a list", [], "invalidArguments"],
    ["a string", "plan", "invalidArguments"],
    ["a mailbox that is null", { inMailbox: null }, "invalidArguments"],
    ["a date with an offset", { before: "2026-01-01T00:00:00+03:00" }, "invalidArguments"],
    ["a date that does not exist", { after: "2026-02-30T00:00:00Z" }, "invalidArguments"],
    ["a size below 0", { minSize: -1 }, "invalidArguments"],
    ["a header without a name", { header: [] }, "invalidArguments"],
    ["a header of three", { header: ["a", "b", "c"] }, "invalidArguments"],
    ["a text that is a number", { text: 1 }, "invalidArguments"],
  ])("[8620 §5.5] %s: refused", async (_, filter, expected) => {
    expect(await t.errorOf("Email/query", { filter })).toBe(expected);
  });

  test("[bad input] a filter nested too deep is unsupported, not the end", async () => {
    let filter: object = { text: "x" };
    for (let depth = 0; depth < 1000; depth++) filter = { operator: "NOT", conditions: [filter] };
    expect(await t.errorOf("Email/query", { filter })).toBe("unsupportedFilter");
  });
});

describe("[8621 §4.4.2] sorts", () => {
  test.each<[string, object[], string[]]>([
    ["receivedAt", [{ property: "receivedAt" }], ["start", "reply", "large", "file", "away"]],
    ["size, largest first", [{ property: "size", isAscending: false }], ["large"]],
    ["from", [{ property: "from" }], ["start", "file", "reply", "large", "away"]],
    [
      "a keyword, then the date",
      [{ property: "hasKeyword", keyword: "$seen", isAscending: false }, { property: "receivedAt" }],
      ["start", "large", "reply", "file", "away"],
    ],
    [
      "a keyword in the thread",
      [{ property: "someInThreadHaveKeyword", keyword: "$answered", isAscending: false }, { property: "receivedAt" }],
      ["start", "reply", "large", "file", "away"],
    ],
  ])("by %s", async (_, sort, expected) => {
    expect((await names({ sort: sort as never })).slice(0, expected.length)).toEqual(expected);
  });

  test.each<[string, object, string]>([
    ["an unknown property", { property: "colour" }, "unsupportedSort"],
    ["an unknown collation", { property: "subject", collation: "i;klingon" }, "unsupportedSort"],
    ["a keyword sort without a keyword", { property: "hasKeyword" }, "invalidArguments"],
    ["no property", {}, "invalidArguments"],
    ["a direction that is a string", { property: "size", isAscending: "yes" }, "invalidArguments"],
  ])("%s: refused", async (_, comparator, expected) => {
    expect(await t.errorOf("Email/query", { sort: [comparator] })).toBe(expected);
  });
});

describe("[8620 §5.5] windows", () => {
  test("position, limit, anchor and total", async () => {
    expect(await query({ position: 1, limit: 2, calculateTotal: true })).toMatchObject({
      ids: [ids["file"], ids["large"]],
      position: 1,
      total: 5,
      canCalculateChanges: true,
    });
    expect(await query({ position: -2 })).toMatchObject({ ids: [ids["reply"], ids["start"]], position: 3 });
    expect(await query({ position: 100 })).toMatchObject({ ids: [] });
    expect(await query({ limit: 0 })).toMatchObject({ ids: [] });
    const anchored = await query({ anchor: ids["large"]!, anchorOffset: -1, limit: 2 });
    expect(anchored).toMatchObject({ ids: [ids["file"], ids["large"]], position: 1 });
    expect(await query({ anchor: ids["away"]!, anchorOffset: -3, limit: 1, position: 4 })).toMatchObject({
      ids: [ids["away"]],
      position: 0,
    });
    expect(await query({})).not.toHaveProperty("total");
    expect(await t.errorOf("Email/query", { anchor: "e999" })).toBe("anchorNotFound");
    expect(await t.errorOf("Email/query", { anchor: ids["away"], filter: { inMailbox: box } })).toBe("anchorNotFound");
  });

  test("[8621 §4.4.3] collapseThreads keeps the first of each thread", async () => {
    const collapsed = await query({ collapseThreads: true, calculateTotal: true });
    expect(named(collapsed.ids)).toEqual(["away", "file", "large", "reply"]);
    expect(collapsed.total).toBe(4);
  });
});

describe("[8621 §3.1] Thread/get", () => {
  test("gives the Emails, oldest first; of all threads when no ids are named", async () => {
    const { threadId } = await t.email(ids["reply"]!, ["threadId"]);
    const { list, notFound } = await t.call("Thread/get", { ids: [threadId!, "t999"] });
    expect(list).toEqual([{ id: threadId, emailIds: [ids["start"], ids["reply"]] }]);
    expect(notFound).toEqual(["t999"]);
    const { list: every } = await t.call("Thread/get", { ids: null });
    expect(every.flatMap(({ emailIds }) => emailIds)).toHaveLength(5);
  });
});

const snippets = async (filter: LooseArgs | null, ...of: string[]) =>
  (await t.call("SearchSnippet/get", { filter, emailIds: of.map((name) => ids[name]!) })).list;

/** Of a letter that has this text, what is around "zebra". */
const previewOf = async (text: string) => {
  const id = await t.importMessage(lines("Subject: x", "", text), { receivedAt: day(1) });
  const { list } = await t.call("SearchSnippet/get", { filter: { body: "zebra" }, emailIds: [id] });
  await t.call("Email/set", { destroy: [id] });
  return list[0]?.preview;
};

describe("[8621 §5.1] SearchSnippet/get", () => {
  test("marks what was found, in other word forms too, and cuts the text around it", async () => {
    const [snippet] = await snippets({ text: "книга" }, "large");
    expect(snippet?.subject).toBe("<mark>Книги</mark>");
    expect(snippet?.preview).toContain("Читали эту <mark>книгу</mark>?");
    expect(Buffer.byteLength(snippet?.preview ?? "")).toBeLessThanOrEqual(255);
  });

  test("is HTML: what the Email says is escaped", async () => {
    const [snippet] = await snippets({ operator: "AND", conditions: [{ subject: "away" }, { body: "plan" }] }, "away");
    expect(snippet).toEqual({
      emailId: ids["away"],
      subject: "&lt;b&gt;<mark>Away</mark>&lt;/b&gt;",
      preview: "<mark>Plan</mark> &amp; so on",
      words: ["away", "plan"],
    });
  });

  test("begins with the signs of its first word, and near the match however long the words before it are", async () => {
    expect(await previewOf("<b>zebra</b>")).toBe("&lt;b&gt;<mark>zebra</mark>&lt;/b&gt;");
    expect(await previewOf("One two (three four five six, seven zebra.")).toBe(
      "(three four five six, seven <mark>zebra</mark>.",
    );
    expect(await previewOf(`one,two three four five six zebra`)).toBe("one,two three four five six <mark>zebra</mark>");
    expect(await previewOf("So I said: Don't forget O'Brien's zebra")).toBe(
      "I said: Don't forget O'Brien's <mark>zebra</mark>",
    );
    expect(await previewOf("a z\u00ade\u200bbra b\ufeffc")).toBe("a <mark>z\u00ade\u200bbra</mark> bc");
    expect(await previewOf("We know Node.js and C++ and zebra")).toBe("know Node.js and C++ and <mark>zebra</mark>");
    expect(await previewOf(`${"x".repeat(80)}.a.zebra`)).toBe("a.<mark>zebra</mark>");
    expect(await previewOf(`${"-".repeat(300)} a zebra`)).toBe("a <mark>zebra</mark>");
    expect(await previewOf(`${"x".repeat(200)} ${"y".repeat(200)} a zebra`)).toBe("a <mark>zebra</mark>");
  });

  test("has a space between the letter's texts", async () => {
    const parts = ["text/plain", "text/html"].map((type) => [
      "--b",
      `Content-Type: ${type}`,
      "",
      type === "text/html" ? "<p>A <i>zebra</i> runs</p>" : "The zebra",
    ]);
    const id = await t.importMessage(
      lines("Subject: x", 'Content-Type: multipart/alternative; boundary="b"', "", ...parts.flat(), "--b--"),
      { receivedAt: day(1) },
    );
    const { list } = await t.call("SearchSnippet/get", { filter: { body: "zebra" }, emailIds: [id] });
    await t.call("Email/set", { destroy: [id] });
    expect(list[0]?.preview).toBe("The <mark>zebra</mark> A <mark>zebra</mark> runs");
  });

  test("names the words that match, of the addresses too, each once", async () => {
    expect((await snippets({ text: "книга" }, "large"))[0]?.words).toEqual(["книги", "книгу"]);
    expect((await snippets({ from: "Anna" }, "start"))[0]?.words).toEqual(["anna"]);
    expect((await snippets({ text: "x" }, "start"))[0]?.words).toEqual(["x"]);
  });

  test("null where nothing was found, or nothing looked for", async () => {
    expect(await snippets({ text: "xylophone" }, "file")).toEqual([
      { emailId: ids["file"], subject: null, preview: null },
    ]);
    expect(await snippets(null, "file")).toEqual([{ emailId: ids["file"], subject: null, preview: null }]);
    const not = { operator: "NOT", conditions: [{ text: "plan" }] };
    expect(await snippets(not, "start")).toEqual([{ emailId: ids["start"], subject: null, preview: null }]);
  });

  test("notFound is null, or names what is not there", async () => {
    const asked = { filter: { text: "plan" }, emailIds: [ids["start"]!] };
    expect((await t.call("SearchSnippet/get", asked)).notFound).toBeNull();
    const { notFound } = await t.call("SearchSnippet/get", { ...asked, emailIds: ["nothing"] });
    expect(notFound).toEqual(["nothing"]);
    expect(await t.errorOf("SearchSnippet/get", { ...asked, filter: { colour: 1 } })).toBe("unsupportedFilter");
  });
});

describe("[8621 §4.5] Email/queryChanges", () => {
  test.each<[string, Partial<EmailQueryArgs>]>([
    ["a mailbox", { sort: [{ property: "receivedAt", isAscending: false }] }],
    ["unread letters", { filter: { notKeyword: "$seen" } }],
    ["threads", { collapseThreads: true }],
    ["what is searched", { filter: { text: "plan" }, sort: [{ property: "subject" }] }],
  ])("brings %s up to date", async (_, args) => {
    const before = await query(args);
    const extra = await t.importMessage(lines("Subject: Another plan", "", "x"), { receivedAt: day(2) });
    await t.call("Email/set", { update: { [ids["reply"]!]: { "keywords/$seen": true } } });
    const { queryState: sinceQueryState } = before;
    const changes = await t.call("Email/queryChanges", { ...args, sinceQueryState, calculateTotal: true });
    const spliced = before.ids.filter((id) => !changes.removed.includes(id));
    for (const { id, index } of changes.added) spliced.splice(index, 0, id);
    const after = await query(args);
    expect(spliced).toEqual(after.ids);
    expect(changes).toMatchObject({
      oldQueryState: sinceQueryState,
      newQueryState: after.queryState,
      total: after.ids.length,
    });
    expect(await t.errorOf("Email/queryChanges", { ...args, sinceQueryState, maxChanges: 1 })).toBe("tooManyChanges");
    await t.call("Email/set", { destroy: [extra], update: { [ids["reply"]!]: { "keywords/$seen": null } } });
  });

  test("a state that was never one", async () => {
    expect(await t.errorOf("Email/queryChanges", { sinceQueryState: "never" })).toBe("cannotCalculateChanges");
  });
});
