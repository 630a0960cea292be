/** Which From addresses an account's own server refuses: asked of a real Postfix by MAIL FROM and RSET, without sending. */
import { expect, test } from "vitest";
import { canRunMailServers as canRun, TestMailServers } from "./servers/mail-servers.ts";
import { SenderTrials } from "../src/bridge/account-setup/sender-trials.ts";
import { startPeer } from "./support/smtp-peer.ts";
import { startPostfix } from "./support/postfix.ts";

const servers = new TestMailServers();

const strictPostfix = () =>
  startPostfix({
    certificate: servers.authority.sign(["localhost", "IP:127.0.0.1"]),
    authPort: servers.authPort,
    senders: { "ann@b.example": "ann", "sales@b.example": "ann", "boss@b.example": "boss" },
  });
const trySenders = (id: string, emails: string[]) => servers.t.client.call("MailServer/trySenders", { id, emails });

test.skipIf(!canRun)("an address of others is refused with the server's words; nothing is sent", async () => {
  const strict = await strictPostfix();
  const { id } = await servers.add({ smtp: servers.smtpAt(strict.tlsPort) });
  const { list } = await trySenders(id!, ["ann@b.example", "boss@b.example", "sales@b.example"]);
  expect(list.map(({ email, isRefused }) => [email, isRefused])).toEqual([
    ["ann@b.example", false],
    ["boss@b.example", true],
    ["sales@b.example", false],
  ]);
  expect(list[1]!.reply).toMatch(/^553 5\.7\.1 .*boss@b\.example.* not owned by user ann/);
  expect(Math.abs(Date.parse(list[1]!.triedAt!) - Date.now())).toBeLessThan(600_000);
  expect(strict.messages()).toEqual([]);

  // It is asked once: what it has said is known without it, and of what is new nothing is known.
  strict.stop();
  const later = await trySenders(id!, ["BOSS@b.example", "new@b.example"]);
  expect(later.list).toEqual([
    { ...list[1], email: "BOSS@b.example" },
    { email: "new@b.example", isRefused: false, reply: null, triedAt: null },
  ]);
});

test.skipIf(!canRun)("a server that judges a sender only with a recipient has refused nothing", async () => {
  const { id } = await servers.add();
  const { list } = await trySenders(id!, ["boss@b.example"]);
  expect(list).toMatchObject([{ isRefused: false, reply: null }]);
});

test.skipIf(!canRun)("what could be a command of its own is no address", async () => {
  const { id } = await servers.add();
  const asked = trySenders(id!, ["a@b.example>\r\nRCPT TO:<friend@b.example"]);
  await expect(asked).rejects.toMatchObject({ type: "invalidArguments" });
});

test.skipIf(!canRun)("an account without a server of its own is not asked about", async () => {
  const { list } = await trySenders(servers.t.accountId, ["boss@b.example"]);
  expect(list).toEqual([{ email: "boss@b.example", isRefused: false, reply: null, triedAt: null }]);
});

test("a server that stops answering is given up, and what it said before is known", async () => {
  const giveUp = new AbortController();
  const peer = await startPeer({
    authMethods: ["PLAIN"],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: "ann" }),
    onMailFrom({ address }, _session, done) {
      if (address === "boss@b.example") done(Object.assign(new Error("5.7.1 Not yours"), { responseCode: 553 }));
      else if (address === "slow@b.example") giveUp.abort();
      else done();
    },
  });
  try {
    const relay = { url: new URL(`smtp+plain://ann:secret@127.0.0.1:${peer.port}`), name: "pismo.test" };
    const emails = ["ann@b.example", "boss@b.example", "slow@b.example", "last@b.example"];
    const list = await new SenderTrials().of("a1", relay, emails, giveUp.signal);
    expect(list.map(({ isRefused, triedAt }) => [isRefused, triedAt !== null])).toEqual([
      [false, true],
      [true, true],
      [false, false],
      [false, false],
    ]);
  } finally {
    await peer.close();
  }
});
