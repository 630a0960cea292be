import type { JmapResponse } from "@pismo/jmap";
import { expect, test } from "vitest";
import { submissionRules } from "../src/cli/server/submission-rules.ts";
import { createLogger } from "../src/log.ts";
import { coreCapability } from "../src/methods/capabilities.ts";
import type { RequestContext } from "../src/methods/context.ts";
import { handleRequest } from "../src/methods/dispatch.ts";
import { jmap, using } from "./support/jmap.ts";

const fail = () => Promise.reject(new Error("secret /data/path"));

test("[8620 §3.6.2] what goes wrong inside is serverFail with a number; the log has the rest", async () => {
  const written: string[] = [];
  const log = createLogger("error", { write: (line: string) => written.push(line) });
  const t = await jmap();
  const { store, accountId } = t;
  const mime = {
    parse: fail,
    prepare: fail,
    members: fail,
    tryScript: fail,
    readFacts: fail,
    parseAndStore: fail,
    begin: fail,
    unpack: fail,
    room: { with: fail },
    load: () => ({ running: 0, waiting: 0 }),
    warmUp() {},
    close: () => Promise.resolve(),
  };
  const context: RequestContext = {
    store,
    mime,
    log,
    requestId: "r23456789a",
    access: { username: "you", credential: "c", accountIds: [accountId] },
    limits: coreCapability(1000),
    submission: submissionRules({ domain: "pismo.localhost", smtpUrl: undefined }),
    sessionState: "s",
    signal: new AbortController().signal,
    onPushSubscription: () => undefined,
    waitForPushSubscription: () => 0,
    signImage: () => "",
    textOfFile: () => Promise.resolve(undefined),
    trustedServers: new Set<string>(),
    unsubscribe: () => Promise.resolve(undefined),
    addressBookServers: undefined,
    mailServers: undefined,
    sieveServers: undefined,
  };
  const create = { a: { mailboxIds: { [t.role["drafts"]!]: true } } };
  const methodCalls = [
    ["Email/set", { accountId, create }, "0"],
    ["Core/echo", {}, "1"],
  ];
  const { text } = await handleRequest({ using, methodCalls }, context);
  const { methodResponses } = JSON.parse(text) as JmapResponse;
  const [, error] = methodResponses[0]!;
  expect(error["type"]).toBe("serverFail");
  expect(JSON.stringify(error)).not.toContain("secret");
  expect(error["description"]).toContain("r23456789a");
  expect(error["instance"]).toBe("tag:pismo.localhost,2026:request:r23456789a");
  expect(written.join("")).toContain("secret /data/path");
  expect(methodResponses[1]).toEqual(["Core/echo", {}, "1"]);
  await t.close();
});
