/** What a request may cost: bounds that the session names, and clear errors beyond them. */
import { CORE, LIMITS, type LimitsCapability, MAIL, requestErrorTypes } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limitsCapability } from "../src/methods/limits.ts";
import { findMailboxByRole } from "../src/store/mail/mailboxes.ts";
import { longestTurn } from "./support/longest-turn.ts";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
let accountId: string;
let limits: LimitsCapability;
beforeAll(async () => {
  server = await testServer({ maxUploadSize: 50_000_000 });
  accountId = server.accountId;
  limits = (await server.client.session()).capabilities[LIMITS] as LimitsCapability;
});
afterAll(() => server.close());

const post = async (payload: string) => {
  const headers = { host: "127.0.0.1", authorization: `Bearer ${server.token}`, "content-type": "application/json" };
  const { statusCode, body } = await server.app.inject({ method: "POST", url: "/jmap/api", payload, headers });
  const answer: Record<string, unknown> = { statusCode, ...(JSON.parse(body) as object) };
  return answer;
};
type Call = [string, Record<string, unknown>, string];
const responses = async (...methodCalls: Call[]) =>
  (await post(JSON.stringify({ using: [CORE, MAIL], methodCalls })))["methodResponses"] as Call[];
const query = async (args: Record<string, unknown>, method = "Email/query") =>
  (await responses([method, { accountId, ...args }, "c"]))[0]!;
const heapAfter = async (payload: string) => {
  const before = process.memoryUsage().heapUsed;
  const answer = await post(payload);
  return { answer, grown: process.memoryUsage().heapUsed - before };
};

const or = (conditions: object[]) => ({ operator: "OR", conditions });
const nested = (depth: number): object =>
  depth === 0 ? { hasAttachment: true } : { operator: "NOT", conditions: [nested(depth - 1)] };
const words = (count: number, word = "w") => Array.from({ length: count }, (_, index) => word + index).join(" ");

const by = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ property: "hasKeyword", keyword: `k${index}` }));
const twice = (of: string) => {
  const reference = { resultOf: of, name: "Core/echo", path: "" };
  return Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`#a${index}`, reference]));
};
const get = (some: string[]): Call => [
  "Email/get",
  { accountId, ids: some, properties: ["bodyValues"], fetchTextBodyValues: true },
  "c",
];

test("the session names the bounds", () => {
  expect(limits).toEqual(limitsCapability);
});

describe("a body", () => {
  test("[8259 §9] of nothing but brackets is refused before it is parsed", async () => {
    for (const payload of ["[".repeat(9_500_000), '{"a":'.repeat(1_900_000), "[".repeat(5000) + "]".repeat(5000)]) {
      const { answer, grown } = await heapAfter(payload);
      expect(answer).toMatchObject({ statusCode: 400, type: requestErrorTypes.notJSON });
      expect(grown).toBeLessThan(100_000_000);
    }
  });

  test("with more values than are parsed is refused, with the limit's name", async () => {
    const many = Array.from({ length: 800_000 }, (_, index) => `"k${index}":1`).join(",");
    const cpu = process.cpuUsage();
    const answer = await post(`{"using":["${CORE}"],"methodCalls":[["Core/echo",{"a":{${many}}},"c"]]}`);
    const { user, system } = process.cpuUsage(cpu);
    expect(answer).toMatchObject({ statusCode: 400, type: requestErrorTypes.limit, limit: "maxValuesInRequest" });
    // Parsing alone takes three times as long.
    expect((user + system) / 1000).toBeLessThan(400);
  });

  test("within the bounds is answered", async () => {
    const value: unknown = JSON.parse("[".repeat(2400) + "]".repeat(2400));
    expect(await responses(["Core/echo", { value }, "c"])).toEqual([["Core/echo", { value }, "c"]]);
    const names = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`k${index}`, index]));
    expect(await responses(["Core/echo", names, "c"])).toEqual([["Core/echo", names, "c"]]);
  });
});

describe("[8620 §5.5] a filter", () => {
  test.each<[string, (l: LimitsCapability) => object]>([
    ["1,000 conditions", () => or(Array.from({ length: 1000 }, (_, index) => ({ subject: `s${index}` })))],
    ["1,000 operators", () => or(Array.from({ length: 1000 }, () => ({ operator: "AND", conditions: [] })))],
    ["51 levels", (l) => nested(l.maxDepthOfFilter + 1)],
    ["1,000 levels", () => nested(1000)],
    ["a text of 1 MB", () => ({ text: "word ".repeat(200_000) })],
    ["a text of one word of 1 MB", () => ({ text: "x".repeat(1_000_000) })],
    ["more words than are looked for", (l) => ({ text: words(l.maxWordsInFilter + 1) })],
    ["as many in several", (l) => or([{ from: words(l.maxWordsInFilter) }, { header: ["X-A", "one"] }])],
    ["characters that are words each", (l) => ({ body: "字".repeat(l.maxWordsInFilter + 1) })],
    [
      "more ids than are looked for",
      (l) => ({ inMailboxOtherThan: Array.from({ length: l.maxIdsInFilter + 1 }, () => "m1") }),
    ],
  ])("beyond the bounds is unsupportedFilter: %s", async (_, filter) => {
    const [name, error] = await query({ filter: filter(limits) });
    expect(name).toBe("error");
    expect(error).toMatchObject({ type: "unsupportedFilter", description: expect.any(String) as string });
    const changes = await query({ filter: filter(limits), sinceQueryState: "0" }, "Email/queryChanges");
    expect(changes[1]).toMatchObject({ type: "unsupportedFilter" });
    const snippets = await query({ filter: filter(limits), emailIds: [] }, "SearchSnippet/get");
    expect(snippets[1]).toMatchObject({ type: "unsupportedFilter" });
  });

  test("as large as the bounds is answered", async () => {
    const filters = [
      or(Array.from({ length: limits.maxConditionsInFilter - 1 }, (_, index) => ({ hasKeyword: `k${index}` }))),
      or(Array.from({ length: 99 }, (_, index) => ({ subject: `s${index}` }))),
      nested(limits.maxDepthOfFilter),
      { text: words(limits.maxWordsInFilter) },
      { inMailboxOtherThan: Array.from({ length: limits.maxIdsInFilter }, (_, index) => `m${index + 2}`) },
    ];
    for (const filter of filters) expect(await query({ filter })).toMatchObject(["Email/query", { ids: [] }, "c"]);
  });

  test("of other types has the same bounds", async () => {
    const mailboxes = or(Array.from({ length: 1000 }, (_, index) => ({ name: `s${index}` })));
    expect((await query({ filter: mailboxes }, "Mailbox/query"))[1]).toMatchObject({ type: "unsupportedFilter" });
  });
});

test("[8620 §5.5] 10,000 comparators are unsupportedSort, as many as the bound are not", async () => {
  expect((await query({ sort: by(10_000) }))[1]).toMatchObject({ type: "unsupportedSort" });
  expect((await query({ sort: by(10_000) }, "Mailbox/query"))[1]).toMatchObject({ type: "unsupportedSort" });
  expect((await query({ sort: by(limits.maxComparatorsInSort) }))[0]).toBe("Email/query");
});

describe("[8620 §3.7] result references", () => {
  test("to results of results of results do not grow without end", async () => {
    const calls: Call[] = [["Core/echo", { a: "x".repeat(1000) }, "c0"]];
    for (let index = 1; index <= 12; index++) calls.push(["Core/echo", twice(`c${index - 1}`), `c${index}`]);
    const answers = await responses(...calls);
    expect(answers[1]![0]).toBe("Core/echo");
    expect(answers.find(([name]) => name === "error")![1]).toMatchObject({ type: "requestTooLarge" });
    expect(JSON.stringify(answers).length).toBeLessThan(20_000_000);
  });

  test("walk no path of any length", async () => {
    const list = JSON.parse("[".repeat(100) + "]".repeat(100)) as unknown;
    const path = `/list${"/*".repeat(100_000)}`;
    const answers = await responses(
      ["Core/echo", { list }, "c0"],
      ["Core/echo", { "#a": { resultOf: "c0", name: "Core/echo", path } }, "c1"],
    );
    expect(answers[1]).toMatchObject(["error", { type: "invalidResultReference" }, "c1"]);
  });
});

test("[8621 §5.1] a snippet of a long message is looked for in pieces", async () => {
  const inbox = await server.store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  const bytes = Buffer.from(`Subject: long\r\n\r\n${"several wonderful words ".repeat(40_000)}needle`);
  const { id } = await server.ingest.deliver({ accountId, bytes, mailboxIds: [inbox!.id] });
  let answer: Call | undefined;
  const longest = await longestTurn(async () => {
    const others = Array.from({ length: 90 }, (_, index) => ({ body: `word${index}` }));
    answer = await query({ filter: or([...others, { body: "needle" }]), emailIds: [id] }, "SearchSnippet/get");
  });
  const [snippet] = answer![1]["list"] as { preview: string }[];
  expect(snippet!.preview).toContain("<mark>needle</mark>");
  expect(longest).toBeLessThan(100);
}, 30_000);

describe("answers", () => {
  test("[8620 §5.1] that would be larger than the bound are requestTooLarge", async () => {
    const inbox = await server.store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
    const mailboxIds = [inbox!.id];
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) {
      const bytes = Buffer.from(`Subject: ${index}\r\n\r\n${`${index} word `.repeat(1_200_000)}`);
      ids.push((await server.ingest.deliver({ accountId, bytes, mailboxIds })).id);
    }
    expect((await responses(get(ids)))[0]).toMatchObject(["error", { type: "requestTooLarge" }, "c"]);
    const answers = await responses(...ids.map((id) => get([id])));
    expect(answers.map(([name]) => name)).toEqual([...Array.from({ length: 7 }, () => "Email/get"), "error"]);
  });

  test("name no property a hundred thousand times", async () => {
    const properties = Array.from({ length: limits.maxPropertiesInGet + 1 }, () => "subject");
    for (const method of ["Email/get", "Mailbox/get", "Thread/get"]) {
      const [, error] = await query({ ids: null, properties }, method);
      expect(error).toMatchObject({ type: "invalidArguments", arguments: ["properties"] });
    }
  });
});
