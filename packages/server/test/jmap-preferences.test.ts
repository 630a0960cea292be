import { CORE, MAIL, PREFERENCES } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

const get = async () => (await t.call("Preferences/get", { ids: null })).list[0];
const update = (patch: LooseArgs) => t.call("Preferences/set", { update: { singleton: patch } });

describe("preferences of an account, one object", () => {
  test("a new account begins with conversations, the oldest letter on top, and ten seconds to undo sending", async () => {
    const asks = {
      asksForFile: true,
      asksForSubject: true,
      asksForBcc: true,
      asksForAddress: true,
      asksForGreeted: true,
    };
    const values = {
      collapseThreads: true,
      newestFirst: false,
      undoSendSeconds: 10,
      signatureBelowQuote: false,
      writesPlainText: false,
      wantsReceipts: false,
      takesAnyFile: false,
      foldedGroups: [],
      ...asks,
      neverOffered: {},
      notifications: null,
      emptyTrashAfterDays: null,
      emptySpamAfterDays: null,
      showsFacts: true,
      showsDeadlines: true,
      deadlinesHiddenUntil: null,
      screensInto: null,
      findsSpam: false,
    };
    expect(await get()).toEqual({ id: "singleton", ...values });
    const { list, notFound } = await t.call("Preferences/get", {
      ids: ["singleton", "other"],
      properties: ["id", "wantsReceipts"],
    });
    expect(list).toEqual([{ id: "singleton", wantsReceipts: false }]);
    expect(notFound).toEqual(["other"]);
  });

  test("a change is kept, has a new state, and is told as an update of what was always there", async () => {
    const { state } = await t.call("Preferences/get", {});
    const { oldState, newState, updated } = await update({ collapseThreads: false });
    expect(oldState).toBe(state);
    expect(updated).toEqual({ singleton: null });
    expect(await get()).toMatchObject({ collapseThreads: false, newestFirst: false });
    expect(await t.call("Preferences/changes", { sinceState: state })).toMatchObject({
      created: [],
      updated: ["singleton"],
      destroyed: [],
      newState,
    });
  });

  test("null is the default again", async () => {
    await update({ newestFirst: true });
    await update({ undoSendSeconds: 0 });
    expect(await get()).toMatchObject({ undoSendSeconds: 0 });
    await update({ collapseThreads: null, newestFirst: null, undoSendSeconds: null });
    expect(await get()).toMatchObject({ collapseThreads: true, newestFirst: false, undoSendSeconds: 10 });
  });

  test.each<[string, LooseArgs, string[]]>([
    ["a switch that is a string", { collapseThreads: "yes" }, ["collapseThreads"]],
    ["a time to undo sending that is none of the choices", { undoSendSeconds: 7 }, ["undoSendSeconds"]],
    ["a question that is a number", { asksForFile: 1 }, ["asksForFile"]],
    ["days that are none of the choices", { emptyTrashAfterDays: 8 }, ["emptyTrashAfterDays"]],
    ["a list of addresses", { neverOffered: ["anna@mail.example"] }, ["neverOffered"]],
    ["what is no address", { "neverOffered/anna": true }, ["neverOffered"]],
    ["an address that is not true", { "neverOffered/anna@mail.example": 1 }, ["neverOffered"]],
    [
      "more addresses than are kept",
      { neverOffered: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`p${at}@mail.example`, true])) },
      ["neverOffered"],
    ],
    ["a group of the navigation that does not exist", { foldedGroups: ["labels", "folders"] }, ["foldedGroups"]],
    ["one that is folded twice", { foldedGroups: ["labels", "labels"] }, ["foldedGroups"]],
    ["an id", { id: "other" }, ["id"]],
    ["what does not exist", { colour: "red" }, ["colour"]],
  ])("refuses %s", async (_, patch, properties) => {
    expect((await update(patch)).notUpdated).toMatchObject({ singleton: { type: "invalidProperties", properties } });
  });

  test("addresses that are not offered are kept one by one, and stand in no session", async () => {
    await update({ "neverOffered/anna@mail.example": true, "neverOffered/a~1b@mail.example": true });
    await update({ newestFirst: true });
    expect((await get())!.neverOffered).toEqual({ "anna@mail.example": true, "a/b@mail.example": true });
    const { accounts } = await t.client.session(true);
    expect(accounts[t.accountId]?.accountCapabilities[PREFERENCES]).not.toHaveProperty("neverOffered");
    await update({ "neverOffered/anna@mail.example": null });
    expect((await get())!.neverOffered).toEqual({ "a/b@mail.example": true });
    await update({ neverOffered: null, newestFirst: null });
    expect((await get())!.neverOffered).toEqual({});
  });

  test("can be neither made nor destroyed", async () => {
    const args = { create: { new: {} }, destroy: ["singleton"], update: { other: {} } };
    expect(await t.call("Preferences/set", args)).toMatchObject({
      notCreated: { new: { type: "singleton" } },
      notDestroyed: { singleton: { type: "singleton" } },
      notUpdated: { other: { type: "notFound" } },
    });
  });

  test("are there only for a client that names the capability", async () => {
    const { methodResponses } = await t.request([["Preferences/get", {}]], { using: [CORE, MAIL] });
    expect(methodResponses).toMatchObject([["error", { type: "unknownMethod" }, "0"]]);
  });

  test("stand in the session, so that the first list of a page needs no request for them", async () => {
    await update({ newestFirst: true, foldedGroups: ["labels", "searches"] });
    const { accounts } = await t.client.session(true);
    const values = {
      collapseThreads: true,
      newestFirst: true,
      undoSendSeconds: 10,
      foldedGroups: ["labels", "searches"],
    };
    expect(accounts[t.accountId]?.accountCapabilities).toMatchObject({ [PREFERENCES]: values });
  });
});
