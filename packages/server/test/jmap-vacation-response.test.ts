import { CORE, VACATION_RESPONSE } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { putImapServer } from "../src/store/mirror/imap-accounts.ts";
import { vaultWith } from "../src/store/auth/vault.ts";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

/** As a client has it that knows the RFC alone. */
const using = [CORE, VACATION_RESPONSE];
const standard = async (method: string, args: LooseArgs) =>
  (await t.request([[method, args]], { using })).methodResponses[0]![1] as LooseArgs;
const get = async () => ((await standard("VacationResponse/get", { ids: null }))["list"] as LooseArgs[])[0];
const change = (patch: LooseArgs) => standard("VacationResponse/set", { update: { singleton: patch } });
/** As our own client has it. */
const own = async () => (await t.call("VacationResponse/get", {})).list[0];
const update = (patch: LooseArgs) => t.call("VacationResponse/set", { update: { singleton: patch } });

describe("[8621 §8] the vacation response", () => {
  test("is always there, and switched off at first", async () => {
    const none = { fromDate: null, toDate: null, subject: null, textBody: null, htmlBody: null };
    expect(await get()).toEqual({ id: "singleton", isEnabled: false, ...none });
    const { list, notFound } = await t.call("VacationResponse/get", { ids: ["singleton", "other"], properties: [] });
    expect(list).toEqual([{ id: "singleton" }]);
    expect(notFound).toEqual(["other"]);
  });

  test("is changed with a new state, and reset by null", async () => {
    const { state } = await t.call("VacationResponse/get", {});
    const patch = {
      isEnabled: true,
      fromDate: "2026-03-01T00:00:00Z",
      toDate: "2026-03-15T00:00:00Z",
      subject: "Away",
    };
    const { oldState, newState, updated } = await update({ ...patch, htmlBody: "<p>Away</p>" });
    expect(oldState).toBe(state);
    expect(newState).not.toBe(state);
    expect(updated).toEqual({ singleton: null });
    expect(await get()).toMatchObject(patch);
    await update({ isEnabled: null, fromDate: null, htmlBody: null });
    expect(await get()).toMatchObject({ isEnabled: false, fromDate: null, htmlBody: null, subject: "Away" });
  });

  test.each<[string, LooseArgs, string[]]>([
    ["a switch that is a string", { isEnabled: "yes" }, ["isEnabled"]],
    ["a date that is none", { fromDate: "tomorrow" }, ["fromDate"]],
    ["an id", { id: "other" }, ["id"]],
    ["what does not exist", { colour: "red" }, ["colour"]],
  ])("refuses %s", async (_, patch, properties) => {
    expect((await update(patch)).notUpdated).toMatchObject({ singleton: { type: "invalidProperties", properties } });
  });

  test("can be neither made nor destroyed", async () => {
    const args = { create: { new: { isEnabled: true } }, destroy: ["singleton"], update: { other: {} } };
    expect(await t.call("VacationResponse/set", args)).toMatchObject({
      notCreated: { new: { type: "singleton" } },
      notDestroyed: { singleton: { type: "singleton" } },
      notUpdated: { other: { type: "notFound" } },
    });
  });
});

describe("an account at a mail server", () => {
  const server = { host: "imap.example.org", port: 993, security: "tls" as const, username: "ann", password: "x" };
  const vault = vaultWith(new Uint8Array(32));

  test("has a vacation response where there is a server that sends, and else does not offer one", async () => {
    const { accountId, client } = await t.addMailbox("mirrored");
    const capabilitiesWith = async (smtpUrl: string | null) => {
      await t.store.write((tx) => putImapServer(tx, accountId, { ...server, smtpUrl }, vault));
      const { accounts, primaryAccounts } = await client.session(true);
      return [accounts[accountId]?.accountCapabilities[VACATION_RESPONSE], primaryAccounts[VACATION_RESPONSE]];
    };
    expect(await capabilitiesWith(null)).toEqual([undefined, undefined]);
    const unsupported = { type: "accountNotSupportedByMethod" };
    await expect(client.call("VacationResponse/get", { accountId })).rejects.toMatchObject(unsupported);
    const switchedOn = { accountId, update: { singleton: { isEnabled: true } } };
    await expect(client.call("VacationResponse/set", switchedOn)).rejects.toMatchObject(unsupported);
    expect(await capabilitiesWith("smtps://smtp.example.org")).toEqual([{}, accountId]);
    expect((await client.call("VacationResponse/set", switchedOn)).updated).toEqual({ singleton: null });
  });
});

describe("an answer to contacts alone, an extension of ours", () => {
  test("is there for who names its capability, and stays where others change the rest", async () => {
    expect(await own()).toMatchObject({ contactsOnly: false });
    expect(await update({ contactsOnly: true })).toMatchObject({ updated: { singleton: null } });
    expect(await own()).toMatchObject({ contactsOnly: true });

    expect(await get()).not.toHaveProperty("contactsOnly");
    expect(await change({ subject: "Away again" })).toMatchObject({ updated: { singleton: null } });
    expect((await change({ contactsOnly: false }))["notUpdated"]).toMatchObject({
      singleton: { type: "invalidProperties", properties: ["contactsOnly"] },
    });
    expect(await own()).toMatchObject({ contactsOnly: true, subject: "Away again" });

    await update({ contactsOnly: null });
    expect(await own()).toMatchObject({ contactsOnly: false });
  });
});
