// @vitest-environment node
import { expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { openMail } from "./support/mail.ts";

test("[8620 §3.4] an account that was added elsewhere appears with the next response, without news", async () => {
  const mail = await openMail();
  await mail.openTab();
  const { followSessionState } = await import("../src/store/session/follow-state.ts");
  const stop = followSessionState();
  const { getAccount, getAccounts, request, givenSession } = await import("../src/store/session/session.ts");
  const ask = () => request((calls) => calls.call("Core/echo", {}));
  const before = givenSession();
  await ask();
  const { accountId } = await mail.server.addMailbox("anna");
  expect(getAccounts()).toHaveLength(1);
  await Promise.all([ask(), ask()]);
  await eventually(() => expect(getAccounts().map((each) => each.accountId)).toContain(accountId));
  expect(givenSession()?.state).not.toBe(before?.state);
  expect(getAccount().accountId).toBe(mail.accountId);
  // What says the same state asks for nothing.
  const known = givenSession();
  await ask();
  expect(givenSession()).toBe(known);
  stop();
  await mail.close();
});

test("a session that could not be fetched is fetched with a later response", async () => {
  const mail = await openMail();
  await mail.openTab();
  const { followSessionState } = await import("../src/store/session/follow-state.ts");
  const stop = followSessionState();
  const { getAccounts, request } = await import("../src/store/session/session.ts");
  const ask = () => request((calls) => calls.call("Core/echo", {}));
  const { accountId } = await mail.server.addMailbox("anna");
  let failed = 0;
  mail.network.fileWaits = async () => {
    failed++;
    throw new TypeError("The network is down");
  };
  await ask();
  await eventually(() => expect(failed).toBe(1));
  mail.network.fileWaits = undefined;
  await eventually(async () => {
    await ask();
    expect(getAccounts().map((each) => each.accountId)).toContain(accountId);
  });
  stop();
  await mail.close();
});
