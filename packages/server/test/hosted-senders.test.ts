/** Where several people are served, each sends from addresses of their own. */
import type { Id, SetError } from "@pismo/jmap";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAliases, parseAliases } from "../src/bridge/smtp/send/sender-aliases.ts";
import { createLogger } from "../src/log.ts";
import { insertIdentity } from "../src/store/submission/identities.ts";
import { putImapServer } from "../src/store/mirror/imap-accounts.ts";
import { vaultWith } from "../src/store/auth/vault.ts";
import { startPeer } from "./support/smtp-peer.ts";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";

const domain = "pismo.localhost";
const [me, bob] = [`you@${domain}`, `bob@${domain}`];
const friend = "friend@elsewhere.example";

let folder: string;
let file: string;
let t: Jmap;
let identityId: Id;

const signedIn = (accountId: Id, username: string, { store } = t) =>
  store.write((tx) => {
    const server = { host: "imap.example.org", port: 993, security: "tls" as const, password: "x", smtpUrl: null };
    return putImapServer(tx, accountId, { ...server, username }, vaultWith(new Uint8Array(32)));
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pismo-aliases-"));
  file = join(folder, "aliases");
  writeFileSync(file, `# who may send from what\nsales@${domain}  you, carol\n@you.example  YOU # all of it\n`);
  const aliases = await openAliases(file, createLogger("silent"));
  t = await jmap({ smtpUrl: new URL("smtp://relay:secret@127.0.0.1:9"), hosted: { aliases } });
  await signedIn(t.accountId, "you");
  await signedIn((await t.addMailbox("bob")).accountId, "bob");
  identityId = (await t.call("Identity/get", {})).list[0]!.id!;
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const identity = async (email: string): Promise<string> =>
  (await t.call("Identity/set", { create: { new: { email } } })).notCreated?.["new"]?.type ?? "made";
async function submission(headers: string[], given: LooseArgs = {}): Promise<SetError | undefined> {
  const emailId = await t.importMessage(lines(...headers, `To: ${friend}`, "", "text"), {
    mailboxIds: [t.role["drafts"]!],
  });
  const { notCreated } = await t.call("EmailSubmission/set", { create: { new: { identityId, emailId, ...given } } });
  return notCreated?.["new"];
}
const envelope = (email: string): LooseArgs => ({
  envelope: { mailFrom: { email, parameters: null }, rcptTo: [{ email: friend, parameters: null }] },
});

describe("[8621 §6.3] an identity's address is the account's", () => {
  test.each([me, `YOU@${domain}`, `you+tag@${domain}`, `sales@${domain}`, `sales+eu@${domain}`, "any@you.example"])(
    "%s is",
    async (email) => expect(await identity(email)).toBe("made"),
  );
  test.each([bob, `bob+tag@${domain}`, `nobody@${domain}`, "you@other.example", "ceo@bank.example", `+you@${domain}`])(
    "%s is not",
    async (email) => expect(await identity(email)).toBe("forbiddenFrom"),
  );
});

describe("[8621 §7.5] a message says who sends it", () => {
  test("from one's own address, a tag of it or an alias it goes, with an envelope of one's own", async () => {
    expect(await submission([`From: You <${me}>`])).toBeUndefined();
    expect(await submission([`From: "bob@elsewhere, Bob" <you+a@${domain}>`], envelope(me))).toBeUndefined();
    expect(await submission([`From: sales@${domain}`, `Sender: ${me}`], envelope(`sales@${domain}`))).toBeUndefined();
    expect(await submission([`From: =?utf-8?Q?bob@${domain}?= <${me}> (bob@${domain})`])).toBeUndefined();
  });

  test("an identity that was made before the address became forbidden opens nothing", async () => {
    const old = await t.store.write((tx) => insertIdentity(tx, t.accountId, { email: bob }));
    expect(await submission([`From: ${bob}`], { identityId: old.id })).toMatchObject({ type: "forbiddenFrom" });
    const mixed = { identityId: old.id, ...envelope(bob) };
    expect(await submission([`From: ${me}`], mixed)).toMatchObject({ type: "forbiddenMailFrom" });
  });

  test.each<[string, string[], LooseArgs, string]>([
    ["another's address in From", [`From: ${bob}`], {}, "forbiddenFrom"],
    ["one of two in From", [`From: ${me}, ${bob}`, `Sender: ${me}`], {}, "forbiddenFrom"],
    ["another's address in Sender", [`From: ${me}`, `Sender: ${bob}`], {}, "forbiddenFrom"],
    ["another's address in Sender, with an envelope", [`From: ${me}`, `Sender: ${bob}`], envelope(me), "forbiddenFrom"],
    ["another's address in Resent-From", [`From: ${me}`, `Resent-From: ${bob}`], {}, "forbiddenFrom"],
    ["another's address in the envelope", [`From: ${me}`], envelope(bob), "forbiddenMailFrom"],
    [
      "a sender in the envelope that is not in the letter",
      [`From: ${me}`],
      envelope(`x@${domain}`),
      "forbiddenMailFrom",
    ],
    ["two From fields", [`From: ${bob}`, `From: ${me}`], {}, "invalidEmail"],
    ["two From fields, the second obsolete", [`From: ${me}`, `FROM : ${bob}`], {}, "invalidEmail"],
    ["a From behind a lone CR", [`From: ${me}`, `X-A: b\rFrom: ${bob}`], {}, "invalidEmail"],
    ["two Sender fields", [`From: ${me}`, `Sender: ${me}`, `Sender: ${bob}`], {}, "invalidEmail"],
    ["two addresses without a comma", [`From: <${bob}> <${me}>`], {}, "forbiddenFrom"],
    ["an address before the address", [`From: ${bob} <${me}>`], {}, "forbiddenFrom"],
    ["a quote that does not end", [`From: "<${bob}> <${me}>`], {}, "forbiddenFrom"],
    ["a folded address", ["From:", ` ${bob}`, ` <${me}>`], {}, "forbiddenFrom"],
    ["no From at all", ["Subject: x"], {}, "invalidEmail"],
  ])("refuses %s", async (_, headers, given, type) => {
    expect(await submission(headers, given)).toMatchObject({ type });
  });

  test("who signs in by an address has it alone, whatever is derived from other names", async () => {
    const { accountId } = await t.addMailbox("other");
    await signedIn(accountId, me);
    expect(await submission([`From: ${me}`])).toMatchObject({ type: "forbiddenFrom" });
    await t.store.write((tx) => tx.run("delete from imap_account where username = ?", me));
    expect(await submission([`From: ${me}`])).toBeUndefined();
  });
});

test("a message that has waited is asked about again when it goes out", async () => {
  const peer = await startPeer();
  const aliases = new Map([[`sales@${domain}`, new Set(["you"])]]);
  const own = await jmap({
    smtpUrl: new URL(`smtp://127.0.0.1:${peer.port}`),
    hosted: { aliases: { loginsOf: async (address) => aliases.get(address) ?? new Set() } },
    sends: true,
  });
  await signedIn(own.accountId, "you", own);
  const [sender] = (await own.call("Identity/get", {})).list;
  const submit = async (from: string, parameters: Record<string, string> | null): Promise<Id> => {
    const emailId = await own.importMessage(lines(`From: ${from}`, `To: ${friend}`, "", "text"));
    const mailFrom = { email: from, parameters };
    const given = { identityId: sender!.id, emailId, envelope: { mailFrom, rcptTo: [{ email: friend }] } };
    const { created, notCreated } = await own.call("EmailSubmission/set", { create: { new: given } });
    expect(notCreated).toBeNull();
    return created!["new"]!.id!;
  };
  const held = await submit(`sales@${domain}`, { HOLDFOR: "3600" });
  aliases.clear();
  await own.store.write((tx) => tx.run("update submission_recipient set next_attempt_at = 0"));
  await submit(me, null);
  await expect.poll(() => peer.messages.map(({ from }) => from)).toEqual([me]);
  const reply = async () => {
    const { list } = await own.call("EmailSubmission/get", { ids: [held] });
    return list[0]?.deliveryStatus?.[friend];
  };
  await expect
    .poll(reply)
    .toMatchObject({ delivered: "no", smtpReply: expect.stringContaining("550 5.7.1") as string });
  await own.close();
  await peer.close();
});

describe("the file of aliases", () => {
  test("is read again when it has changed, and holds while it makes no sense", async () => {
    expect(await identity("late@x.example")).toBe("forbiddenFrom");
    appendFileSync(file, "nonsense\n");
    expect(await identity(`sales@${domain}`)).toBe("made");
    writeFileSync(file, `sales@${domain} you\nlate@x.example you\n`);
    expect(await identity("late@x.example")).toBe("made");
    writeFileSync(file, `sales@${domain} you\n`);
  });

  test.each(["nonsense", "sales@example.org", "@ you", "a b@c"])("says which line is wrong: %s", (line) => {
    expect(() => parseAliases(`# one\n\n${line}`)).toThrow("line 3 must be an address");
  });
});
