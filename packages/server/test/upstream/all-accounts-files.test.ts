/** The files of several accounts as one list, where one account lies at a JMAP server that is asked for letters alone. */
import { ALL_ACCOUNTS_ID, type File, type Id, type JmapClient, type MethodArgs, type MethodName } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomFrom } from "../store/random.ts";
import { insertLettersWithFiles } from "../support/letters-with-files.ts";
import { openOwnPage } from "../support/own-page.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { addRemoteAccount } from "./front.ts";

let engine: TestServer;
let own: TestServer;
let page: JmapClient;
let cookie: string;
/** The account at the engine, as it is named here. */
let there: Id;

/** More than one answer has. */
const LETTERS_EACH = 450;
const names = ["report.pdf", "Отчёт.txt", "😀.png", "\uFFFDodd.zip", "zebra.txt"];
/** Each letter of another second, so that the order of letters is the order of seconds. */
async function fill(server: TestServer, first: number, count: number): Promise<void> {
  const random = randomFrom(first + 1);
  await insertLettersWithFiles(server, {
    accountId: server.accountId,
    count,
    random,
    names,
    hasFiles: () => random.chance(0.8),
    receivedAt: (n) => new Date(Date.UTC(2026, 0, 1) + (first + 2 * n) * 1000),
  });
}

beforeAll(async () => {
  engine = await testServer();
  const jmapUrl = await engine.listen();
  own = await testServer({ accountSetup: { ca: "" } });
  await own.listen();
  there = await addRemoteAccount(own, engine, jmapUrl);
  await fill(own, 0, LETTERS_EACH);
  await fill(engine, 1, LETTERS_EACH);
  ({ page, cookie } = await openOwnPage(own));
});
afterAll(async () => {
  await own.close();
  await engine.close();
});

const all = <N extends MethodName>(name: N, args: Omit<MethodArgs<N>, "accountId">) =>
  page.call(name, { accountId: ALL_ACCOUNTS_ID, ...args });

/** When its server has answered in time, and all letters there have been looked through. */
const settled = async (asked: Omit<MethodArgs<"File/query">, "accountId">): Promise<void> => {
  const lacking = async () => {
    const { missing = [], reading = [] } = await all("File/query", { ...asked, limit: 1 });
    return [...missing, ...reading];
  };
  await expect.poll(lacking, { timeout: 30_000 }).toEqual([]);
};

type Asked = Pick<MethodArgs<"File/query">, "filter" | "sort">;
type Found = Omit<File, "id" | "blobId" | "kind"> & { kind: string };

const bare = ({
  emailId = "",
  partId = "",
  name = null,
  letterSubject = null,
  type = "",
  size = 0,
  kind = "other",
  receivedAt = "",
  from = null,
  subject = null,
}: Partial<File>): Found => ({
  emailId,
  partId,
  name,
  letterSubject,
  type,
  size,
  kind,
  receivedAt,
  from,
  subject,
});

const valueOf = (file: Found, property: string): Buffer | number => {
  if (property === "size") return file.size;
  if (property === "receivedAt") return Date.parse(file.receivedAt);
  const text = { name: file.name ?? "", from: file.from?.[0]?.name ?? "", kind: file.kind }[property] ?? "";
  return Buffer.from(text.toLowerCase().replaceAll("ё", "е"));
};

/** What both servers list by themselves; of one value those here come first where the list descends, and newer ones. */
async function expected({ filter, sort }: Asked): Promise<Found[]> {
  const [{ property, isAscending = true }] = sort as [{ property: string; isAscending?: boolean }];
  const found: { file: Found; place: number }[] = [];
  for (const server of [own, engine]) {
    const { accountId, client } = server;
    const { ids } = await client.call("File/query", { accountId, filter: filter ?? null });
    const { list } = await client.call("File/get", { accountId, ids });
    for (const file of list) {
      const id = Number(file.id!.slice(1));
      const name = server === own ? accountId : there;
      const place = server === own ? id : -1;
      found.push({ file: { ...bare(file), emailId: `${name}-${file.emailId}` }, place });
    }
  }
  const byPart = (one: Found, other: Found): number =>
    Date.parse(one.receivedAt) - Date.parse(other.receivedAt) || Number(other.partId) - Number(one.partId);
  const sign = isAscending ? 1 : -1;
  return found
    .sort((one, other) => {
      const [a, b] = [valueOf(one.file, property), valueOf(other.file, property)];
      const byValue = Buffer.isBuffer(a) ? Buffer.compare(a, b as Buffer) : a - (b as number);
      return sign * (byValue || one.place - other.place || byPart(one.file, other.file));
    })
    .map(({ file }) => file);
}

async function windowOf(asked: Asked, position: number, limit: number): Promise<Found[]> {
  const { ids } = await all("File/query", { ...asked, position, limit });
  const { list, notFound } = await all("File/get", { ids });
  expect(notFound).toEqual([]);
  return list.map(bare);
}

const sorts = ["receivedAt", "name", "from", "kind", "size"].flatMap((property) =>
  [true, false].map((isAscending) => ({ property, isAscending })),
);

describe.each(sorts)("File/query by $property, ascending: $isAscending", (comparator) => {
  test("gives every window of both merged, far ones too", async () => {
    const asked = { sort: [comparator] };
    await settled(asked);
    const whole = await expected(asked);
    const { length } = whole;
    expect(length).toBeGreaterThan(900);
    for (const position of [0, 1, 199, 201, 480, 700, length - 3, length, length + 9]) {
      expect(await windowOf(asked, position, 40)).toEqual(whole.slice(position, position + 40));
    }
    const last = await all("File/query", { ...asked, position: -7, limit: 5, calculateTotal: true });
    expect(last.total).toBe(length);
    const [anchor = ""] = (await all("File/query", { ...asked, position: 350, limit: 1 })).ids;
    const anchored = await all("File/query", { ...asked, anchor, anchorOffset: -2, limit: 4 });
    expect(anchored.position).toBe(348);
  });
});

const newest = [{ property: "receivedAt", isAscending: false }];

test.each([
  ["pictures", { isImage: true }],
  ["a type", { kind: "pdf" as const }],
  ["words of letters", { text: "gardens anna" }],
  ["words of names", { name: "отчеты", isImage: false }],
  ["the beginning of a word", { name: "zeb" }],
  ["a time", { after: "2026-01-01T00:03:00Z", before: "2026-01-01T00:09:00Z" }],
])("File/query finds %s in both", async (_, filter) => {
  const asked = { filter, sort: newest };
  await settled(asked);
  const whole = await expected(asked);
  expect(new Set(whole.map(({ emailId }) => emailId.split("-")[0])).size).toBe(2);
  for (const position of [0, 7, 60])
    expect(await windowOf(asked, position, 30)).toEqual(whole.slice(position, position + 30));
});

/** The newest one there. */
async function oneThere(): Promise<Partial<File>> {
  const { ids } = await all("File/query", { sort: newest, limit: 50 });
  const { list } = await all("File/get", { ids: [ids.find((id) => id.startsWith(`${there}-`))!] });
  return list[0]!;
}

test("a file there leads to its content", async () => {
  await settled({ sort: newest });
  const file = await oneThere();
  const url = `http://127.0.0.1/jmap/download/${ALL_ACCOUNTS_ID}/${file.blobId}/file?type=text%2Fplain`;
  const sent = await own.fetch(url, { headers: { cookie } });
  expect(sent.status).toBe(307);
  const content = await own.fetch(sent.headers.get("location")!, { headers: { cookie } });
  expect((await content.text()).trimEnd()).toHaveLength(file.size!);
});

test("what comes and goes there comes and goes in the list", async () => {
  await settled({ sort: newest });
  const before = await oneThere();
  const [, id = ""] = before.emailId!.split("-");
  const { accountId } = engine;
  await engine.client.call("Email/set", { accountId, destroy: [id] });
  await fill(engine, 10_001, 3);
  // As the page hears of it.
  await all("Email/query", { filter: { inMailbox: "inbox" }, limit: 1 });
  await settled({ sort: newest });
  expect(await windowOf({ sort: newest }, 0, 30)).toEqual((await expected({ sort: newest })).slice(0, 30));
  expect((await all("File/get", { ids: [before.id!] })).notFound).toEqual([before.id]);
});

test("while its server is away the others' files are listed, and it is named", async () => {
  const whole = await expected({ sort: newest });
  await engine.close();
  // As the page hears of it.
  expect(await all("Email/query", { filter: { inMailbox: "inbox" }, limit: 1 })).toMatchObject({ missing: [there] });
  const found = await all("File/query", { sort: newest, limit: 20, calculateTotal: true });
  expect(found).toMatchObject({ missing: [there] });
  const here = whole.filter(({ emailId }) => !emailId.startsWith(`${there}-`));
  expect(found.total).toBe(here.length);
  expect(await windowOf({ sort: newest }, 0, 20)).toEqual(here.slice(0, 20));
});
