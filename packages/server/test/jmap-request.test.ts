import { CORE, MAIL, MAILBOX_ROLES, RequestError, type ResultReference } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap, type LooseArgs, using } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

const echo = (value: unknown, callId = "c") => ["Core/echo", { value }, callId];

async function refusal(request: unknown): Promise<RequestError["problem"]> {
  const error: unknown = await t.client.request(request as never).catch((reason: unknown) => reason);
  if (!(error instanceof RequestError)) throw new Error(`not refused: ${JSON.stringify(error)}`);
  return error.problem;
}

describe("[8620 §3.6.1] a request that is refused whole", () => {
  test.each([
    ["a list", []],
    ["null", null],
    ["a string", "hello"],
    ["an object without anything", {}],
    ["without methodCalls", { using }],
    ["without using", { methodCalls: [] }],
    ["using that is no list", { using: MAIL, methodCalls: [] }],
    ["using with a number", { using: [1], methodCalls: [] }],
    ["methodCalls that is no list", { using, methodCalls: "x" }],
    ["a call that is no list", { using, methodCalls: [{}] }],
    ["a call without an id", { using, methodCalls: [["Core/echo", {}]] }],
    ["a call with four items", { using, methodCalls: [["Core/echo", {}, "c", 1]] }],
    ["a call whose name is a number", { using, methodCalls: [[1, {}, "c"]] }],
    ["a call whose arguments are a list", { using, methodCalls: [["Core/echo", [], "c"]] }],
    ["a call whose arguments are null", { using, methodCalls: [["Core/echo", null, "c"]] }],
    ["a call whose id is a number", { using, methodCalls: [["Core/echo", {}, 1]] }],
    ["createdIds that are a list", { using, methodCalls: [], createdIds: [] }],
    ["createdIds with a number", { using, methodCalls: [], createdIds: { a: 1 } }],
  ])("%s is notRequest", async (_, request) => {
    expect(await refusal(request)).toMatchObject({ type: "urn:ietf:params:jmap:error:notRequest", status: 400 });
  });

  test("a capability that the server does not have is unknownCapability, and is named", async () => {
    const problem = await refusal({ using: [CORE, "urn:example:none"], methodCalls: [] });
    expect(problem).toMatchObject({ type: "urn:ietf:params:jmap:error:unknownCapability", status: 400 });
    expect(problem.detail).toContain("urn:example:none");
  });

  test("[8620 §2] more calls than maxCallsInRequest is limit, with the limit's name", async () => {
    const { capabilities } = await t.client.session();
    const { maxCallsInRequest } = capabilities[CORE];
    const calls = Array.from({ length: maxCallsInRequest + 1 }, () => echo(1));
    expect(await refusal({ using, methodCalls: calls })).toMatchObject({
      type: "urn:ietf:params:jmap:error:limit",
      limit: "maxCallsInRequest",
    });
    const { methodResponses } = await t.client.request({ using, methodCalls: calls.slice(1) as never });
    expect(methodResponses).toHaveLength(maxCallsInRequest);
  });
});

describe("[8620 §3.3] calls", () => {
  test("are answered one after the other, errors among them, with their ids", async () => {
    const { methodResponses, sessionState } = await t.client.request({
      using,
      methodCalls: [
        ["Core/echo", { a: [1, null, { b: 3.14 }] }, "one"],
        ["Nothing/get", {}, "two"],
        ["Core/echo", {}, "one"],
      ],
    });
    expect(methodResponses).toEqual([
      ["Core/echo", { a: [1, null, { b: 3.14 }] }, "one"],
      ["error", { type: "unknownMethod", description: expect.any(String) as string }, "two"],
      ["Core/echo", {}, "one"],
    ]);
    expect(sessionState).toBe((await t.client.session()).state);
  });

  test("[8620 §3.6.2] a method of a capability that is not in use is unknownMethod; core need not be named", async () => {
    const methodCalls = [echo(1), ["VacationResponse/get", { accountId: t.accountId }, "c"]] as never;
    const { methodResponses } = await t.client.request({ using: [MAIL], methodCalls });
    expect(methodResponses.map(([name, result]) => [name, result["type"]])).toEqual([
      ["Core/echo", undefined],
      ["error", "unknownMethod"],
    ]);
    const nothing = await t.client.request({ using: [], methodCalls });
    expect(nothing.methodResponses.map(([, result]) => result["type"])).toEqual(["unknownMethod", "unknownMethod"]);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", ""])(
    "[bad input] a method named %j is unknownMethod",
    async (name) => {
      expect(await t.errorOf(name, {})).toBe("unknownMethod");
    },
  );
});

describe("[8620 §3.6.2] method errors", () => {
  test.each([
    ["no account", "Mailbox/get", { accountId: undefined }, "invalidArguments"],
    ["another's account", "Mailbox/get", { accountId: "a999" }, "accountNotFound"],
    ["an account that is no id", "Mailbox/get", { accountId: 5 }, "invalidArguments"],
    ["another's account to copy from", "Email/copy", { fromAccountId: "a999", create: {} }, "fromAccountNotFound"],
    ["an unknown argument", "Mailbox/get", { colour: "red" }, "invalidArguments"],
    ["an argument of Object's own name", "Mailbox/get", { constructor: 1 }, "invalidArguments"],
    ["ids that are a string", "Email/get", { ids: "e1" }, "invalidArguments"],
    ["an id that is a number", "Email/get", { ids: [1] }, "invalidArguments"],
    ["an empty id", "Email/get", { ids: [""] }, "invalidArguments"],
    ["an id with a space", "Email/get", { ids: ["e 1"] }, "invalidArguments"],
    ["an id of 256 characters", "Email/get", { ids: ["e".repeat(256)] }, "invalidArguments"],
    ["an id of 255 characters", "Email/get", { ids: ["e".repeat(255)] }, "ok"],
    ["an unknown property", "Mailbox/get", { properties: ["colour"] }, "invalidArguments"],
    ["properties that are an object", "Mailbox/get", { properties: {} }, "invalidArguments"],
    ["no sinceState", "Email/changes", {}, "invalidArguments"],
    ["maxChanges of 0", "Email/changes", { sinceState: "1", maxChanges: 0 }, "invalidArguments"],
    ["maxChanges below 0", "Email/changes", { sinceState: "1", maxChanges: -1 }, "invalidArguments"],
    ["a state that was never one", "Email/changes", { sinceState: "never" }, "cannotCalculateChanges"],
    ["a limit below 0", "Email/query", { limit: -1 }, "invalidArguments"],
    ["a limit that is a fraction", "Email/query", { limit: 1.5 }, "invalidArguments"],
    ["a position that is a string", "Email/query", { position: "0" }, "invalidArguments"],
    ["create that is a list", "Mailbox/set", { create: [] }, "invalidArguments"],
    ["a record that is null", "Mailbox/set", { create: { a: null } }, "invalidArguments"],
    ["destroy that is an object", "Mailbox/set", { destroy: {} }, "invalidArguments"],
    ["a state that does not match", "Mailbox/set", { ifInState: "never", update: {} }, "stateMismatch"],
  ])("%s: %s", async (_, name, args, expected) => {
    expect(await t.errorOf(name, args)).toBe(expected);
  });

  test("invalidArguments says which argument, and why", async () => {
    const { methodResponses } = await t.request([["Email/query", { limit: -5 }]]);
    expect(methodResponses[0]![1]).toEqual({
      type: "invalidArguments",
      arguments: ["limit"],
      description: "limit is not an unsigned integer",
    });
  });

  test("[8620 §5.1] more ids than maxObjectsInGet is requestTooLarge", async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => `e${index + 1}`);
    expect(await t.errorOf("Email/get", { ids, properties: ["id"] })).toBe("requestTooLarge");
    expect(await t.errorOf("Email/get", { ids: ids.slice(1), properties: ["id"] })).toBe("ok");
    expect(await t.errorOf("SearchSnippet/get", { emailIds: ids })).toBe("requestTooLarge");
    expect(await t.errorOf("Email/parse", { blobIds: ids })).toBe("requestTooLarge");
  });

  test("[8620 §5.3] more records than maxObjectsInSet is requestTooLarge, and nothing is done", async () => {
    const destroy = Array.from({ length: 1000 }, (_, index) => `m${index + 1}`);
    expect(await t.errorOf("Mailbox/set", { destroy, create: { a: { name: "One" } } })).toBe("requestTooLarge");
    const { list } = await t.call("Mailbox/get", {});
    expect(list).toHaveLength(6);
  });
});

const from = (resultOf: string, name: string, path: string): ResultReference => ({ resultOf, name, path });
const askEcho = (path: string): [string, LooseArgs] => ["Core/echo", { "#x": from("0", "Core/echo", path) }];

describe("[8620 §3.7] references to earlier results", () => {
  test("take a value, an item, and with * all items, flattened", async () => {
    const value = { ids: ["e1", "e2"], list: [{ of: ["e3"] }, { of: ["e4", "e5"] }], "a/b~c": ["e6"] };
    const paths = ["/value/ids", "/value/ids/1", "/value/list/*/of", "/value/list/1/of/0", "/value/a~1b~0c", ""];
    const { methodResponses } = await t.request([["Core/echo", { value }], ...paths.map(askEcho)]);
    expect(methodResponses.slice(1).map(([, { x }]) => x)).toEqual([
      ["e1", "e2"],
      "e2",
      ["e3", "e4", "e5"],
      "e4",
      ["e6"],
      { value },
    ]);
  });

  test.each([
    ["a call that was not", { resultOf: "9", name: "Core/echo", path: "/value" }],
    ["itself", { resultOf: "2", name: "Core/echo", path: "/value" }],
    ["another method's name", { resultOf: "0", name: "Email/get", path: "/value" }],
    ["a failed call", { resultOf: "1", name: "Nothing/get", path: "/type" }],
    ["a property that is not there", { resultOf: "0", name: "Core/echo", path: "/none" }],
    ["a property of Object's own", { resultOf: "0", name: "Core/echo", path: "/constructor" }],
    ["an item past the end", { resultOf: "0", name: "Core/echo", path: "/value/2" }],
    ["an item with a leading 0", { resultOf: "0", name: "Core/echo", path: "/value/00" }],
    ["the length of a list", { resultOf: "0", name: "Core/echo", path: "/value/length" }],
    ["* of no list", { resultOf: "0", name: "Core/echo", path: "/*" }],
    ["a path without a slash", { resultOf: "0", name: "Core/echo", path: "value" }],
    ["nothing", null],
    ["a reference without a path", { resultOf: "0", name: "Core/echo" }],
  ])("a reference to %s is invalidResultReference", async (_, reference) => {
    const { methodResponses } = await t.request([
      ["Core/echo", { value: [1, 2] }],
      ["Nothing/get", {}],
      ["Core/echo", { "#x": reference }],
    ]);
    expect(methodResponses[2]![1]["type"]).toBe("invalidResultReference");
  });

  test("an argument given both ways is invalidArguments", async () => {
    const reference = { resultOf: "0", name: "Core/echo", path: "/value" };
    const { methodResponses } = await t.request([
      ["Core/echo", { value: [] }],
      ["Email/get", { ids: [], "#ids": reference }],
    ]);
    expect(methodResponses[1]![1]["type"]).toBe("invalidArguments");
  });

  test("a query, its Emails and their threads come in one request", async () => {
    await t.importMessage("Subject: One\r\nMessage-ID: <one@x.example>\r\n\r\nfirst\r\n");
    await t.importMessage("Subject: Re: One\r\nIn-Reply-To: <one@x.example>\r\n\r\nsecond\r\n");
    const { methodResponses } = await t.request([
      ["Email/query", { collapseThreads: true, limit: 1 }],
      ["Email/get", { "#ids": from("0", "Email/query", "/ids"), properties: ["threadId"] }],
      ["Thread/get", { "#ids": from("1", "Email/get", "/list/*/threadId") }],
      ["Email/get", { "#ids": from("2", "Thread/get", "/list/*/emailIds"), properties: ["subject"] }],
    ]);
    const { list } = methodResponses[3]![1] as { list: { subject: string }[] };
    expect(list.map(({ subject }) => subject)).toEqual(["One", "Re: One"]);
  });
});

describe("[8620 §3.3] creation ids", () => {
  test("stand for ids in later calls: as values, keys, in patch paths, filters and ids", async () => {
    const { methodResponses } = await t.request([
      ["Mailbox/set", { create: { box: { name: "References" } } }],
      ["Mailbox/set", { create: { inner: { name: "Inner", parentId: "#box" } } }],
      ["Email/set", { create: { letter: { mailboxIds: { "#box": true }, subject: "Referred" } } }],
      ["Email/set", { update: { "#letter": { "mailboxIds/#inner": true, "mailboxIds/#box": null } } }],
      ["Email/query", { filter: { operator: "AND", conditions: [{ inMailbox: "#inner" }] } }],
      ["Email/get", { ids: ["#letter", "#unknown"], properties: ["subject"] }],
      ["Email/set", { destroy: ["#letter"] }],
    ]);
    const results = methodResponses.map(([, result]) => result);
    const [box, inner, message] = ["box", "inner", "letter"].map(
      (key, index) => (results[index] as { created: Record<string, { id: string }> }).created[key]!.id,
    );
    expect(results[3]).toMatchObject({ updated: { [message!]: null }, notUpdated: null });
    expect(results[4]).toMatchObject({ ids: [message] });
    expect(results[5]).toMatchObject({ list: [{ id: message, subject: "Referred" }], notFound: ["#unknown"] });
    expect(results[6]).toMatchObject({ destroyed: [message] });
    const { list } = await t.call("Mailbox/get", { ids: [inner!] });
    expect(list[0]).toMatchObject({ parentId: box, totalEmails: 0 });
  });

  test("are given back with what was sent, when some were sent", async () => {
    const calls = [["Mailbox/set", { create: { more: { name: "More" } } }]] as [string, Record<string, unknown>][];
    expect(await t.request(calls)).not.toHaveProperty("createdIds");
    const response = await t.request([["Mailbox/set", { create: { child: { name: "Child", parentId: "#given" } } }]], {
      createdIds: { given: t.role["archive"] },
    });
    const { created } = response.methodResponses[0]![1] as { created: Record<string, { id: string }> };
    expect(response.createdIds).toEqual({ given: t.role["archive"], child: created["child"]!.id });
  });

  test("look back only: a later creation is not there yet", async () => {
    const id = await t.importMessage("Subject: Stays\r\n\r\n");
    const { methodResponses } = await t.request([
      ["Email/set", { update: { [id]: { mailboxIds: { "#later": true } } } }],
      ["Mailbox/set", { create: { later: { name: "Later" } } }],
    ]);
    expect(methodResponses[0]![1]).toMatchObject({ notUpdated: { [id]: { type: "invalidProperties" } } });
    expect((await t.email(id, ["mailboxIds"])).mailboxIds).toEqual({ [t.role["inbox"]!]: true });
  });

  test("[bad input] __proto__ is an id like any other", async () => {
    const create = JSON.parse('{"__proto__": {"name": "Proto"}}') as Record<string, unknown>;
    const { methodResponses } = await t.request([
      ["Mailbox/set", { create }],
      ["Mailbox/get", { ids: ["#__proto__"], properties: ["name"] }],
      ["Mailbox/set", { update: JSON.parse('{"__proto__": {"name": "x"}}') as Record<string, unknown> }],
    ]);
    const { created } = methodResponses[0]![1] as { created: object };
    expect(Object.hasOwn(created, "__proto__")).toBe(true);
    expect(methodResponses[1]![1]).toMatchObject({ list: [{ name: "Proto" }] });
    expect(Object.hasOwn(methodResponses[2]![1]["notUpdated"] as object, "__proto__")).toBe(true);
  });
});

test("the session tells the mailboxes that have a role, so that a first request can ask for their Emails", async () => {
  const { accounts } = await t.client.session(true);
  const { list } = await t.client.call("Mailbox/get", { accountId: t.accountId, ids: null });
  const roles = list.flatMap(({ id, role }) => (role === null ? [] : [[role, id]]));
  expect(roles).toHaveLength(6);
  expect(accounts[t.accountId]?.accountCapabilities[MAILBOX_ROLES]).toEqual(Object.fromEntries(roles));
});
