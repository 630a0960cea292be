/** The API: any JSON gets a result, or an error that names the fault, never serverFail. */
import { CORE, extensionOf, MAIL, SUBMISSION, VACATION_RESPONSE } from "@pismo/jmap";
import { registry } from "../../packages/server/src/methods/registry.ts";
import { testServer } from "../../packages/server/test/support/server.ts";
import { hold, type Target } from "../target.ts";

const using = [CORE, MAIL, SUBMISSION, VACATION_RESPONSE, ...new Set(Object.values(extensionOf))];
/** The arguments that methods of a kind take, with ids that are there. */
const argumentsOf: Record<string, object[]> = {
  get: [{ ids: ["e1", "m1", "t1"], properties: ["id", "header:subject:asText:all"] }, { ids: null }],
  changes: [{ sinceState: "1", maxChanges: 3 }],
  query: [
    { filter: { operator: "OR", conditions: [{ inMailbox: "m1" }, { text: '"a b" c' }, { hasKeyword: "$seen" }] } },
    { sort: [{ property: "receivedAt", isAscending: false }], position: -1, limit: 2, calculateTotal: true },
    { filter: { before: "2026-01-01T00:00:00Z", minSize: 1 }, anchor: "e1", anchorOffset: -1, collapseThreads: true },
  ],
  queryChanges: [{ sinceQueryState: "1", upToId: "e1", filter: { inMailbox: "m1" } }],
  set: [
    { create: { c: { name: "folder", parentId: null, mailboxIds: { m1: true }, subject: "s", bodyValues: {} } } },
    { update: { e1: { "keywords/$flagged": true, "mailboxIds/m2": null }, m1: { name: "x" } }, destroy: ["e9"] },
    { create: { c: { emailId: "e1", identityId: "i1", envelope: null } }, onSuccessUpdateEmail: { "#c": {} } },
  ],
  copy: [{ fromAccountId: "a1", create: { c: { id: "e1", mailboxIds: { m1: true } } }, blobIds: ["B1"] }],
  import: [{ emails: { i: { blobId: "B1", mailboxIds: { m1: true }, keywords: { a: true } } } }],
  parse: [{ blobIds: ["B1"], properties: ["subject"], fetchAllBodyValues: true, maxBodyValueBytes: 3 }],
};

const request = (methodCalls: unknown[]): Uint8Array => Buffer.from(JSON.stringify({ using, methodCalls }));

export async function jmap(): Promise<Target> {
  const server = await testServer();
  const { accountId, token } = server;
  // Trying other servers is not tested here.
  const names = Object.keys(registry).filter((name) => !name.startsWith("MailServer/"));
  const seeds = names.flatMap((name) => {
    const kind = name.split("/")[1]!;
    return (argumentsOf[kind] ?? [{}]).map((args) => request([[name, { accountId, ...args }, "0"]]));
  });
  const back = { resultOf: "0", name: "Email/query", path: "/ids/*" };
  seeds.push(
    request([
      ["Email/query", { accountId }, "0"],
      ["Email/get", { accountId, "#ids": back }, "1"],
    ]),
  );
  return {
    sources: "/server/src/methods/",
    seeds,
    words: [
      ...'null|true|-1|0|1e999|9007199254740993|""|[]|{}|[[]]|"a1"|"#c"|"m1"|"e1"|"$seen"|"/ids/*"|"#ids":|"__proto__":'.split(
        "|",
      ),
      ...'"constructor":|"operator":"NOT"|"conditions":[|"ids":|"filter":|"sort":|"properties":|"\\u0000"|"\\ud800"|"2026-02-30T25:61:61Z"'.split(
        "|",
      ),
      ...names.map((name) => JSON.stringify(name)),
    ],
    async run(bytes) {
      const response = await server.fetch("http://127.0.0.1/jmap/api", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: Buffer.from(bytes),
      });
      hold(
        response.status === 200 || (response.status >= 400 && response.status < 500),
        `a status of ${response.status}`,
      );
      const answer = (await response.json()) as {
        methodResponses?: [string, { type?: string }, string][];
        type?: string;
      };
      if (response.status !== 200) return hold(typeof answer.type === "string", "an error says what it is");
      for (const [name, result] of answer.methodResponses ?? []) {
        hold(name !== "error" || result.type !== "serverFail", `serverFail: ${JSON.stringify(result)}`);
      }
    },
    close: () => server.close(),
  };
}
