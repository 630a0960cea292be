/** Labels come along with letters to a server that has labels of its own, a second Pismo, and from it. */
import type { Id, Keyword } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { labelFaces } from "../../src/transfers/foreign/label-faces.ts";
import type { TestServer } from "../support/server.ts";
import { ForeignPair, type Way } from "./foreign-pair.ts";

const pair = new ForeignPair();
beforeEach(() => pair.open());
afterEach(() => pair.close());

const out: Way = { from: () => pair.own, to: () => pair.engine };
const back: Way = { from: () => pair.engine, to: () => pair.own };

const labels = async ({ client, accountId }: TestServer) =>
  (await client.call("Label/get", { accountId, ids: null })).list;

async function make({ client, accountId }: TestServer, label: object): Promise<Id> {
  const { created } = await client.call("Label/set", { accountId, create: { l: label } });
  return created!["l"]!.id!;
}

async function putOn({ client, accountId }: TestServer, id: Id, ...keywords: Keyword[]): Promise<void> {
  const patch = Object.fromEntries(keywords.map((keyword) => [`keywords/${keyword}`, true as const]));
  await client.call("Email/set", { accountId, update: { [id]: patch } });
}

const keywordsOf = async (server: TestServer, subject: string): Promise<string[]> =>
  (await pair.withSubject(server, subject)).flatMap(({ keywords }) =>
    Object.keys(keywords).filter((keyword) => !keyword.startsWith("$") && keyword !== "work"),
  );

test.each<[string, Way]>([
  ["into it", out],
  ["out of it", back],
])("%s: with name, colour and what they stand under; one that has the name there stays", async (_, way) => {
  const house = await make(way.from(), { name: "House", color: "blue" });
  await make(way.from(), { name: "Roof", parentId: house });
  await make(way.from(), { name: "Garden", keyword: "beds" });
  await make(way.to(), { name: "Garden" });
  const { id, subject } = await pair.put(way.from());
  await putOn(way.from(), id, "roof", "beds");
  await pair.finished(await pair.begin(way, [id]));
  expect((await keywordsOf(way.to(), subject)).toSorted()).toEqual(["garden", "roof"]);
  const [garden, made, under] = await labels(way.to());
  expect([garden, made, under]).toMatchObject([
    { name: "Garden", keyword: "garden", totalEmails: 1 },
    { name: "House", color: "blue", parentId: null },
    { name: "Roof", keyword: "roof", parentId: made!.id, totalEmails: 1 },
  ]);
});

test("labels that stand under one another, or are none of ours, do no harm", async () => {
  const face = { id: "l1", keyword: "roof", name: "Roof", color: "blue", parentId: "l2" };
  expect(labelFaces([face, { ...face, color: "loud", parentId: 7 }])).toEqual([
    face,
    { ...face, color: "gray", parentId: null },
  ]);
  const broken = [
    null,
    7,
    {},
    { ...face, name: "x".repeat(61) },
    { ...face, name: "a\nb" },
    { ...face, keyword: "$seen" },
  ];
  expect(labelFaces(broken)).toEqual([]);
  expect(labelFaces("none")).toEqual([]);

  const { engine, own } = pair;
  const [one, two] = [await make(engine, { name: "One" }), await make(engine, { name: "Two" })];
  await engine.store.write(async (tx) => {
    await tx.run("update label set parent_id = ? where id = ?", Number(two.slice(1)), Number(one.slice(1)));
    await tx.run("update label set parent_id = ? where id = ?", Number(one.slice(1)), Number(two.slice(1)));
  });
  const { id, subject } = await pair.put(engine);
  await putOn(engine, id, "one");
  await pair.finished(await pair.begin(back, [id]));
  expect(await keywordsOf(own, subject)).toEqual(["one"]);
  expect((await labels(own)).map(({ name }) => name)).toEqual(["Two", "One"]);
});
