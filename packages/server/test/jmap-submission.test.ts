import { type EmailSubmission, type Id, type SetError, SUBMISSION } from "@pismo/jmap";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";

const me = "you@pismo.localhost";
const other = "anna@pismo.localhost";

let t: Jmap;
let identityId: Id;
let emailId: Id;
let drafts: Id;

/** Nothing is sent: what is submitted stays pending. */
const start = async (options: Parameters<typeof jmap>[0]) => {
  t = await jmap(options);
  await t.addMailbox("anna");
  ({ id: identityId } = (await t.call("Identity/get", {})).list[0] as { id: Id });
  drafts = t.role["drafts"]!;
};
const draft = (...headers: string[]): Promise<Id> =>
  t.importMessage(lines(...headers, "Subject: Draft", "", "text"), {
    mailboxIds: [drafts],
    keywords: ["$draft", "$seen"],
  });

const submit = (given: LooseArgs = {}, rest: LooseArgs = {}) =>
  t.call("EmailSubmission/set", { create: { new: { identityId, emailId, ...given } }, ...rest });
async function submitted(given: LooseArgs = {}): Promise<EmailSubmission> {
  const { created, notCreated } = await submit(given);
  const id = created?.["new"]?.id;
  if (!id) throw new Error(JSON.stringify(notCreated));
  return (await t.call("EmailSubmission/get", { ids: [id] })).list[0] as EmailSubmission;
}
const refusal = async (given: LooseArgs = {}): Promise<SetError | undefined> =>
  (await submit(given)).notCreated?.["new"];
const to = (...emails: string[]) => emails.map((email) => ({ email, parameters: null }));
const envelope = (mailFrom: string, ...rcptTo: string[]) => ({
  envelope: { mailFrom: to(mailFrom)[0], rcptTo: to(...rcptTo) },
});

const held = (parameters: LooseArgs) => ({
  envelope: { mailFrom: { email: me, parameters }, rcptTo: to(other) },
});

describe("without a server for messages to elsewhere", () => {
  beforeAll(() => start({}));
  afterAll(() => t.close());
  beforeEach(async () => {
    emailId = await draft(`From: ${me}`, `To: ${other}`);
  });

  test("[8621 §7.5] a submission is made, and told with what the server set", async () => {
    const { created, oldState, newState } = await submit();
    expect(newState).not.toBe(oldState);
    expect(created!["new"]).toEqual({
      id: expect.stringMatching(/^s\d+$/) as string,
      threadId: (await t.email(emailId, ["threadId"])).threadId,
      envelope: { mailFrom: { email: me, parameters: null }, rcptTo: to(other) },
      sendAt: expect.stringMatching(/Z$/) as string,
      undoStatus: "pending",
      deliveryStatus: { [other]: { smtpReply: "250 2.0.0 Queued", delivered: "queued", displayed: "unknown" } },
      dsnBlobIds: [],
      mdnBlobIds: [],
    });
  });

  test("an envelope in SMTP's spelling is understood, and told in JMAP's", async () => {
    const meant = { mailFrom: { email: me, parameters: null }, rcptTo: to(other) };
    for (const [from, recipients] of [
      ["mailfrom", "rcptto"],
      ["MAILFROM", "rcptTo"],
    ] as const) {
      const { envelope: told } = await submitted({ envelope: { [from]: to(me)[0], [recipients]: to(other) } });
      expect(told).toEqual(meant);
      emailId = await draft(`From: ${me}`, `To: ${other}`);
    }
    const twice = { envelope: { ...meant, mailfrom: to(other)[0] } };
    expect(await refusal(twice)).toMatchObject({ type: "invalidProperties" });
  });

  test("[8621 §7.5] the envelope comes from Sender or From and To, Cc and Bcc, each address once", async () => {
    emailId = await draft(
      `From: ${me}`,
      `To: Group: ${other}, ${me};`,
      "Cc: Anna <ANNA@pismo.localhost>",
      `Bcc: ${me}`,
    );
    expect((await submitted()).envelope).toEqual({ mailFrom: to(me)[0], rcptTo: to(other, me) });
    emailId = await draft(`From: Me <${me}>, Myself <${me}>`, `Sender: ${me}`, `To: ${other}`);
    expect((await submitted()).envelope?.mailFrom.email).toBe(me);
  });

  test("[8621 §7] addresses of the envelope need no parameters, and are told with them", async () => {
    const bare = { mailFrom: { email: me }, rcptTo: [{ email: me }, { email: other }] };
    expect((await submitted({ envelope: bare })).envelope).toEqual({ mailFrom: to(me)[0], rcptTo: to(me, other) });
  });

  test("an envelope that is given counts instead", async () => {
    expect((await submitted(envelope(me, me))).envelope?.rcptTo).toEqual(to(me));
    expect((await submitted({ envelope: null })).envelope?.rcptTo).toEqual(to(other));
  });

  test.each<[string, () => LooseArgs, LooseArgs]>([
    ["no identity", () => ({ identityId: undefined }), { type: "invalidProperties", properties: ["identityId"] }],
    [
      "an identity that is not there",
      () => ({ identityId: "i99" }),
      { type: "invalidProperties", properties: ["identityId"] },
    ],
    [
      "an Email that is not there",
      () => ({ emailId: "e9999" }),
      { type: "invalidProperties", properties: ["emailId"] },
    ],
    [
      "what the server sets",
      () => ({ sendAt: "2030-01-01T00:00:00Z" }),
      { type: "invalidProperties", properties: ["sendAt"] },
    ],
    [
      "an envelope that is a string",
      () => ({ envelope: "x" }),
      { type: "invalidProperties", properties: ["envelope"] },
    ],
    [
      "an envelope without rcptTo",
      () => ({ envelope: { mailFrom: to(me)[0] } }),
      { type: "invalidProperties", properties: ["envelope"] },
    ],
    ["no recipient", () => envelope(me), { type: "noRecipients" }],
    [
      "too many recipients",
      () => envelope(me, ...Array.from({ length: 501 }, (_, n) => `a${n}@x.example`)),
      { type: "tooManyRecipients", maxRecipients: 500 },
    ],
    [
      "a recipient that is no address",
      () => envelope(me, other, "nonsense"),
      { type: "invalidRecipients", invalidRecipients: ["nonsense"] },
    ],
    ["a recipient with a line break", () => envelope(me, "a@x.example>\r\nDATA"), { type: "invalidRecipients" }],
    [
      "a recipient who does not exist here",
      () => envelope(me, other, "nobody@pismo.localhost"),
      { type: "invalidRecipients", invalidRecipients: ["nobody@pismo.localhost"] },
    ],
    ["another's address as sender", () => envelope(other, other), { type: "forbiddenMailFrom" }],
  ])("refuses %s", async (_, given, error) => {
    expect(await refusal(given())).toMatchObject(error);
  });

  test.each<[string, string[], LooseArgs]>([
    ["nobody to send to", [`From: ${me}`], { type: "noRecipients" }],
    ["no From", [`To: ${other}`], { type: "invalidEmail", properties: ["from"] }],
    ["another's From", [`From: ${other}`, `To: ${other}`], { type: "forbiddenFrom" }],
    ["a From from elsewhere", ["From: a@x.example", `To: ${other}`], { type: "forbiddenFrom" }],
    ["two in From and no Sender", [`From: ${me}, a@x.example`, `To: ${other}`], { type: "invalidEmail" }],
  ])("refuses a message with %s", async (_, headers, error) => {
    emailId = await draft(...headers);
    expect(await refusal()).toMatchObject(error);
  });

  test("a recipient elsewhere is forbiddenToSend, says why, and leaves the draft", async () => {
    const error = await refusal(envelope(me, other, "far@x.example"));
    expect(error?.type).toBe("forbiddenToSend");
    expect(error?.description).toContain("far@x.example");
    expect(error?.description).toContain("PISMO_SMTP_URL");
    expect((await t.email(emailId, ["keywords"])).keywords).toEqual({ $draft: true, $seen: true });
  });

  test("[8621 §7.5.1] onSuccessUpdateEmail and the submission's own answer come with one call id", async () => {
    const sent = t.role["sent"]!;
    const patch = { [`mailboxIds/${drafts}`]: null, [`mailboxIds/${sent}`]: true, "keywords/$draft": null };
    const { methodResponses } = await t.request([
      [
        "Email/set",
        { create: { letter: { mailboxIds: { [drafts]: true }, from: [{ email: me }], to: [{ email: other }] } } },
      ],
      [
        "EmailSubmission/set",
        {
          create: { good: { identityId, emailId: "#letter" }, bad: { identityId, emailId: "#nothing" } },
          onSuccessUpdateEmail: { "#good": patch, "#bad": { "keywords/$junk": true } },
        },
      ],
    ]);
    expect(methodResponses.map(([name, , callId]) => [name, callId])).toEqual([
      ["Email/set", "0"],
      ["EmailSubmission/set", "1"],
      ["Email/set", "1"],
    ]);
    const { created } = methodResponses[0]![1] as { created: Record<string, { id: Id }> };
    const message = created["letter"]!.id;
    expect(methodResponses[1]![1]).toMatchObject({ notCreated: { bad: { type: "invalidProperties" } } });
    expect(methodResponses[2]![1]).toMatchObject({ updated: { [message]: null }, notUpdated: null });
    const email = await t.email(message, ["mailboxIds", "keywords"]);
    expect(email).toMatchObject({ mailboxIds: { [sent]: true }, keywords: {} });
  });

  test("[8621 §7.5.1] onSuccessDestroyEmail; nothing follows where nothing succeeded", async () => {
    const { methodResponses } = await t.request([
      ["EmailSubmission/set", { create: { new: { identityId, emailId } }, onSuccessDestroyEmail: ["#new", "#other"] }],
      ["EmailSubmission/set", { create: { no: { identityId } }, onSuccessDestroyEmail: ["#no"] }],
    ]);
    expect(methodResponses.map(([name]) => name)).toEqual(["EmailSubmission/set", "Email/set", "EmailSubmission/set"]);
    expect(methodResponses[1]![1]).toMatchObject({ destroyed: [emailId] });
  });

  test("[8621 §7.5] what is pending can be canceled, and its message changed by that", async () => {
    const { id } = await submitted();
    const { methodResponses } = await t.request([
      [
        "EmailSubmission/set",
        {
          update: { [id]: { undoStatus: "canceled" } },
          onSuccessUpdateEmail: { [id]: { "keywords/$canceled": true } },
        },
      ],
    ]);
    expect(methodResponses[0]![1]).toMatchObject({ updated: { [id]: null } });
    expect(methodResponses[1]![1]).toMatchObject({ updated: { [emailId]: null } });
    const { list } = await t.call("EmailSubmission/get", { ids: [id], properties: ["undoStatus"] });
    expect(list).toEqual([{ id, undoStatus: "canceled" }]);
  });

  test("[8621 §7.5] nothing else of it can be changed", async () => {
    const { id } = await submitted();
    const refused = async (patch: LooseArgs, of = id) =>
      (await t.call("EmailSubmission/set", { update: { [of]: patch } })).notUpdated?.[of];
    expect(await refused({ undoStatus: "final" })).toMatchObject({ properties: ["undoStatus"] });
    expect(await refused({ identityId: "i9", emailId })).toMatchObject({ properties: ["identityId"] });
    expect(await refused({ "envelope/rcptTo": [] })).toMatchObject({ type: "invalidProperties" });
    expect(await refused({ undoStatus: "canceled" }, "s999")).toMatchObject({ type: "notFound" });
    expect(await refused({ undoStatus: "pending" })).toBeUndefined();
  });

  test("[8621 §7.5] FUTURERELEASE: HOLDFOR and HOLDUNTIL set the time to send", async () => {
    const { accounts } = await t.client.session();
    const { maxDelayedSend } = accounts[t.accountId]!.accountCapabilities[SUBMISSION]!;
    const { sendAt } = await submitted(held({ HOLDFOR: "3600" }));
    expect(Math.abs(Date.parse(sendAt) - Date.now() - 3_600_000)).toBeLessThan(30_000);
    const until = new Date(Date.now() + 7_200_000).toISOString().replace(/\.\d+Z/, "Z");
    expect((await submitted(held({ holduntil: until }))).sendAt).toBe(until);
    for (const parameters of [{ HOLDFOR: "soon" }, { HOLDFOR: String(maxDelayedSend + 60) }, { HOLDUNTIL: "never" }]) {
      expect(await refusal(held(parameters))).toMatchObject({ type: "invalidProperties", properties: ["envelope"] });
    }
  });

  test("[8621 §7.3] query by every condition and sort; [8621 §7.2, §7.4] changes", async () => {
    const { newState: state } = await submit();
    const first = await submitted();
    const query = (args: LooseArgs) => t.call("EmailSubmission/query", args);
    const before = await query({ filter: { emailIds: [emailId] } });
    const second = await submitted(envelope(me, me));
    await t.call("EmailSubmission/set", { update: { [second.id]: { undoStatus: "canceled" } } });
    const found = async (filter: LooseArgs) => (await query({ filter })).ids;
    expect(await found({ emailIds: [emailId], undoStatus: "canceled" })).toEqual([second.id]);
    expect(await found({ threadIds: [first.threadId], identityIds: [identityId] })).toHaveLength(3);
    expect(await found({ identityIds: [] })).toEqual([]);
    expect(await found({ after: "2100-01-01T00:00:00Z" })).toEqual([]);
    expect(await found({ emailIds: [emailId], before: "2100-01-01T00:00:00Z" })).toHaveLength(3);
    const sort = [{ property: "emailId" }, { property: "sentAt", isAscending: false }];
    expect((await query({ sort, filter: { emailIds: [emailId] }, limit: 1, calculateTotal: true })).total).toBe(3);
    expect(await t.errorOf("EmailSubmission/query", { sort: [{ property: "colour" }] })).toBe("unsupportedSort");
    expect(await t.errorOf("EmailSubmission/query", { filter: { colour: 1 } })).toBe("unsupportedFilter");

    const changes = await t.call("EmailSubmission/changes", { sinceState: state });
    expect(changes).toMatchObject({ created: [first.id, second.id], updated: [], destroyed: [] });
    const filter = { emailIds: [emailId] };
    const { queryState: sinceQueryState } = before;
    const queryChanges = await t.call("EmailSubmission/queryChanges", { filter, sinceQueryState });
    const ids = before.ids.filter((id) => !queryChanges.removed.includes(id));
    for (const { id, index } of queryChanges.added) ids.splice(index, 0, id);
    expect(ids).toEqual((await query({ filter })).ids);
  });

  test("[8621 §7.5] one that is destroyed is gone from sight", async () => {
    const { id } = await submitted();
    expect((await t.call("EmailSubmission/set", { destroy: [id] })).destroyed).toEqual([id]);
    expect((await t.call("EmailSubmission/get", { ids: [id] })).notFound).toEqual([id]);
    const { notDestroyed } = await t.call("EmailSubmission/set", { destroy: [id] });
    expect(notDestroyed).toMatchObject({ [id]: { type: "notFound" } });
  });

  test("[8620 §5.3] ifInState", async () => {
    await expect(submit({}, { ifInState: "never" })).rejects.toMatchObject({ type: "stateMismatch" });
  });
});

describe("with a server for messages to elsewhere", () => {
  beforeAll(() => start({ smtpUrl: new URL("smtp://127.0.0.1:9") }));
  afterAll(() => t.close());

  test("recipients elsewhere are taken, and identities with addresses elsewhere", async () => {
    const { created } = await t.call("Identity/set", { create: { work: { name: "W", email: "me@work.example" } } });
    emailId = await draft("From: me@work.example", "To: far@x.example");
    const { envelope: derived } = await submitted({ identityId: created!["work"]!.id });
    expect(derived).toEqual({ mailFrom: to("me@work.example")[0], rcptTo: to("far@x.example") });
  });
});

test("[8621 §7.5] what has gone cannot be taken back", async () => {
  await start({ sends: true });
  try {
    emailId = await draft(`From: ${me}`, `To: ${other}`);
    const { id } = await submitted();
    const status = async () => (await t.call("EmailSubmission/get", { ids: [id] })).list[0];
    await expect.poll(async () => (await status())?.deliveryStatus?.[other]?.delivered).toBe("yes");
    expect((await status())?.undoStatus).toBe("final");
    const { notUpdated } = await t.call("EmailSubmission/set", { update: { [id]: { undoStatus: "canceled" } } });
    expect(notUpdated).toMatchObject({ [id]: { type: "cannotUnsend" } });
  } finally {
    await t.close();
  }
});
