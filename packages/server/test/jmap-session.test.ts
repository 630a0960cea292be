/** RFC 8620 §2: what the session resource promises holds, for the owner of a server and for one mailbox's token. */
import { CORE, MAIL, type Session, SUBMISSION } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap } from "./support/jmap.ts";

let t: Jmap;
let sessions: [name: string, session: Session][];
beforeAll(async () => {
  t = await jmap();
  const other = await t.addMailbox("anna");
  sessions = [
    ["of all mailboxes", await t.client.session()],
    ["of one mailbox", await other.client.session()],
  ];
});
afterAll(() => t.close());

describe("[8620 §2] the session", () => {
  test("has every capability of its accounts among its own", () => {
    for (const [name, { capabilities, accounts }] of sessions) {
      for (const { accountCapabilities } of Object.values(accounts)) {
        const foreign = Object.keys(accountCapabilities).filter((each) => capabilities[each] === undefined);
        expect([name, foreign]).toEqual([name, []]);
      }
    }
  });

  test("names a primary account for what accounts have, and none for core", () => {
    for (const [name, { primaryAccounts, accounts }] of sessions) {
      expect(primaryAccounts).not.toHaveProperty([CORE]);
      expect(primaryAccounts).toHaveProperty([MAIL]);
      const wrong = Object.entries(primaryAccounts).filter(
        ([capability, id]) => accounts[id]?.accountCapabilities[capability] === undefined,
      );
      expect([name, wrong]).toEqual([name, []]);
    }
  });

  test("names no capability that a request may not name in using", async () => {
    for (const [, { capabilities }] of sessions) {
      const { methodResponses } = await t.client.request({
        using: Object.keys(capabilities),
        methodCalls: [["Core/echo", {}, "c0"]],
      });
      expect(methodResponses).toEqual([["Core/echo", {}, "c0"]]);
    }
  });
});

const firstOf = async (name: string, using: string[]) => {
  const methodCalls: [string, object, string][] = [[name, { accountId: t.accountId, ids: [] }, "c0"]];
  return (await t.client.request({ using, methodCalls: methodCalls as never })).methodResponses[0]!;
};

describe("[8620 §3.3] a method is there for who names its capability", () => {
  test.each([
    ["Identity/get", [CORE, MAIL]],
    ["EmailSubmission/get", [CORE, MAIL]],
    ["EmailSubmission/get", [MAIL]],
    ["Mailbox/get", [MAIL]],
    ["Mailbox/get", [CORE, MAIL]],
    ["EmailSubmission/get", [CORE, SUBMISSION]],
  ])("%s with %o", async (name, using) => {
    expect((await firstOf(name, using))[0]).toBe(name);
  });

  test.each([
    ["EmailSubmission/get", [CORE]],
    ["Mailbox/get", [CORE, SUBMISSION]],
    ["VacationResponse/get", [CORE, MAIL]],
    ["Core/echo", []],
  ])("%s not with %o", async (name, using) => {
    expect(await firstOf(name, using)).toMatchObject(["error", { type: "unknownMethod" }, "c0"]);
  });
});
