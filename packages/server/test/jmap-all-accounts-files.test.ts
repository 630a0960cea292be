/** The files of several accounts as one list, for our own page: what its members have, in each of its orders. */
import { ALL_ACCOUNTS_ID, FILES, type Id, type JmapClient, type MethodArgs, type MethodName } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomFrom } from "./store/random.ts";
import { type Jmap, jmap } from "./support/jmap.ts";
import { insertLettersWithFiles } from "./support/letters-with-files.ts";
import { openPageOfThree } from "./support/own-page.ts";

let t: Jmap;
/** With the cookie of our own page. */
let page: JmapClient;
let members: Id[];

const LETTERS_EACH = [90, 400, 30];
/** Beyond the basic plane and before its end: octets and UTF-16 order them otherwise. */
const names = ["report", "Отчёт", "😀", "\uFFFDodd", "zebra", ""];
/** Much is of the same day. */
async function fill(accountId: Id, seed: number, count: number): Promise<void> {
  const random = randomFrom(seed);
  const receivedAt = (): Date => new Date(Date.UTC(2026, 0, 1) - random.below(60) * 86_400_000);
  await insertLettersWithFiles(t, { accountId, count, random, names, receivedAt });
}

beforeAll(async () => {
  t = await jmap();
  ({ page, members } = await openPageOfThree(t));
  for (const [index, accountId] of members.entries()) await fill(accountId, 3 + index, LETTERS_EACH[index]!);
});
afterAll(() => t.close());

const all = <N extends MethodName>(name: N, args: Omit<MethodArgs<N>, "accountId">) =>
  page.call(name, { accountId: ALL_ACCOUNTS_ID, ...args });

type Asked = Pick<MethodArgs<"File/query">, "filter" | "sort">;

/** What an order compares, asked of the members; those of one value are ordered by their ids, which are unique. */
async function expected({ filter, sort }: Asked): Promise<Id[]> {
  const [{ property, isAscending = true }] = sort as [{ property: string; isAscending?: boolean }];
  const found: { id: Id; key: number; value: Buffer | number }[] = [];
  for (const accountId of members) {
    const { ids } = await t.client.call("File/query", { accountId, filter: filter ?? null });
    const { list } = await t.client.call("File/get", { accountId, ids });
    for (const file of list) {
      const { id = "", receivedAt = "", size = 0, kind = "", name, from } = file;
      const text = { name: name ?? "", from: from?.[0]?.name ?? "", kind }[property];
      const value = text === undefined ? (property === "size" ? size : Date.parse(receivedAt)) : fold(text);
      found.push({ id: `${accountId}-${id}`, key: Number(id.slice(1)), value });
    }
  }
  const compare = (one: (typeof found)[0], other: (typeof found)[0]): number =>
    (Buffer.isBuffer(one.value)
      ? Buffer.compare(one.value, other.value as Buffer)
      : one.value - (other.value as number)) || one.key - other.key;
  return found.sort((one, other) => (isAscending ? 1 : -1) * compare(one, other)).map(({ id }) => id);
}

test("File/query gives the files of one of the accounts, and none of an account that is not among them", async () => {
  for (const accountId of members) {
    const own = await t.client.call("File/query", { accountId, calculateTotal: true });
    const found = await all("File/query", { filter: { inAccount: accountId }, calculateTotal: true });
    expect(found.ids).toEqual(own.ids.map((id) => `${accountId}-${id}`));
    expect(found.total).toBe(own.total);
  }
  const filter = { inAccount: "a999" };
  expect(await all("File/query", { filter, position: 300, calculateTotal: true })).toMatchObject({ ids: [], total: 0 });
  const [first = "", second = ""] = members;
  const other = await t.client.call("File/query", { accountId: first, filter: { inAccount: second } });
  expect(other.ids).toEqual([]);
});

/** As names are compared here: without case, and ё as е. */
const fold = (text: string): Buffer => Buffer.from(text.toLowerCase().replaceAll("ё", "е"));

const sorts = ["receivedAt", "name", "from", "kind", "size"].flatMap((property) =>
  [true, false].map((isAscending) => ({ property, isAscending })),
);

describe.each(sorts)("File/query by $property, ascending: $isAscending", (comparator) => {
  test("gives every window of all accounts merged, far ones too", async () => {
    const whole = await expected({ sort: [comparator] });
    expect(whole.length).toBeGreaterThan(500);
    const { length } = whole;
    for (const position of [0, 1, 199, 201, 333, 480, 600, length - 3, length, length + 9]) {
      const found = await all("File/query", { sort: [comparator], position, limit: 40, calculateTotal: true });
      expect(found).toMatchObject({ position, ids: whole.slice(position, position + 40), total: length });
    }
    const last = await all("File/query", { sort: [comparator], position: -7, limit: 5 });
    expect(last.ids).toEqual(whole.slice(-7, -2));
    const anchor = whole[350]!;
    const anchored = await all("File/query", { sort: [comparator], anchor, anchorOffset: -2, limit: 4 });
    expect(anchored).toMatchObject({ position: 348, ids: whole.slice(348, 352) });
  });
});

const newest = [{ property: "receivedAt", isAscending: false }];

test.each([
  ["pictures", { isImage: true }],
  ["a type", { kind: "pdf" as const }],
  ["words of letters", { text: "garden" }],
  ["words of names", { name: "отчет", isImage: false }],
  ["a time", { after: "2025-12-01T00:00:00Z", before: "2025-12-20T00:00:00Z" }],
])("File/query finds %s in all accounts", async (_, filter) => {
  const whole = await expected({ filter, sort: newest });
  expect(new Set(whole.map((id) => id.split("-")[0])).size).toBe(members.length);
  for (const position of [0, 7, 205]) {
    const { ids } = await all("File/query", { filter, sort: newest, position, limit: 30 });
    expect(ids).toEqual(whole.slice(position, position + 30));
  }
});

test("File/get names files by their accounts, and leads to their letters and contents", async () => {
  const { ids } = await all("File/query", { sort: newest, limit: 60 });
  const { list, notFound, state } = await all("File/get", { ids: [...ids, "f1", `${members[0]}-f999999999`] });
  expect(list.map(({ id }) => id)).toEqual(ids);
  expect(notFound.toSorted()).toEqual(["f1", `${members[0]}-f999999999`].toSorted());
  expect(new Set(ids.map((id) => id.split("-")[0])).size).toBe(members.length);
  for (const file of list) {
    const [accountId = "", id = ""] = file.id!.split("-");
    const own = (await t.client.call("File/get", { accountId, ids: [id] })).list[0]!;
    expect(file).toEqual({
      ...own,
      id: file.id,
      emailId: `${accountId}-${own.emailId}`,
      blobId: `${accountId}-${own.blobId}`,
    });
    const ofLetter = await all("File/query", { filter: { emailId: file.emailId! } });
    expect(ofLetter.ids).toContain(file.id);
    expect(ofLetter.ids.every((each) => each.startsWith(`${accountId}-`))).toBe(true);
  }
  expect(state).toBe((await all("Email/get", { ids: [] })).state);
});

test("File/parse reads the text of each account's files", async () => {
  const { ids } = await all("File/query", {
    filter: { kind: "text" },
    sort: [{ property: "size", isAscending: false }],
  });
  const firsts = members.map((accountId) => ids.find((id) => id.startsWith(`${accountId}-`))!);
  const { list } = await all("File/get", { ids: firsts });
  const blobIds = list.map(({ blobId }) => blobId!);
  const { parsed, notFound } = await all("File/parse", { blobIds: [...blobIds, "Gnothing"] });
  expect(Object.keys(parsed!).toSorted()).toEqual(blobIds.toSorted());
  expect(Object.values(parsed!).every(({ text }) => /^x{400}$/.test(text))).toBe(true);
  expect(notFound).toEqual(["Gnothing"]);
});

test("[8620 §5.2] File/changes name what came in any account, and give up where letters are gone", async () => {
  const { state } = await all("File/get", { ids: [] });
  const [, work = ""] = members;
  await fill(work, 77, 1);
  const changes = await all("File/changes", { sinceState: state });
  expect(changes.created.length).toBeGreaterThan(0);
  expect(changes.created.every((id) => id.startsWith(`${work}-`))).toBe(true);
  const { list } = await all("File/get", { ids: changes.created });
  const gone = list[0]!.emailId!.split("-")[1]!;
  await t.client.call("Email/set", { accountId: work, destroy: [gone] });
  await expect(all("File/changes", { sinceState: changes.newState })).rejects.toMatchObject({
    type: "cannotCalculateChanges",
  });
});

test("an order or an anchor that is not known is refused, and other clients have nothing of it", async () => {
  await expect(all("File/query", { sort: [{ property: "colour" }] })).rejects.toMatchObject({
    type: "unsupportedSort",
  });
  await expect(all("File/query", { anchor: "f1" })).rejects.toMatchObject({ type: "anchorNotFound" });
  expect((await page.session()).accounts[ALL_ACCOUNTS_ID]!.accountCapabilities[FILES]).toEqual({});
  await expect(t.client.call("File/query", { accountId: ALL_ACCOUNTS_ID })).rejects.toMatchObject({
    type: "accountNotFound",
  });
});
