/**
 * A mail server that means harm: whatever it says, it gives wrong mail at most. The process lives, other accounts go on,
 * memory stays bounded, and once the server is honest the mirror is what the server has.
 */
import type { Id } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { getMailboxes } from "../../src/store/mail/mailboxes.ts";
import { type Lie, type ScriptedImap, startScriptedImap } from "../servers/scripted-imap.ts";
import { testMessage, emailsOf, MirrorStore, upToDate } from "./mirrored.ts";

/** These lines instead of the usual ones, and OK. */
const lines =
  (...untagged: (string | Buffer)[]): Lie =>
  (say, tag) => {
    for (const line of untagged) {
      say(line);
      say("\r\n");
    }
    say(`${tag} OK done\r\n`);
  };
const literal = (text: string): string => `{${Buffer.byteLength(text)}}\r\n${text}`;
const list = (...names: string[]): Lie => lines('* LIST () "/" INBOX', ...names.map((name) => `* LIST () "/" ${name}`));

/** A line, or a literal, that does not end: once, more than the limit of one answer. */
function endless(start: string): Lie {
  let left = 80;
  return (say) => {
    say(left > 0 ? start : "* BYE\r\n");
    const piece = Buffer.alloc(1_000_000, "x");
    const more = (): void => {
      if (left-- > 0) {
        say(piece);
        setImmediate(more);
      }
    };
    more();
  };
}

/** Answers that are small and right, one after the other, and never the end of them. */
function talk(start: string): Lie {
  return (say) => {
    say(start);
    let left = 20_000;
    const timer = setInterval(() => {
      for (let count = 0; count < 200; count++) say(`* OK still looking ${left--}\r\n`);
      if (left <= 0) clearInterval(timer);
    }, 10);
  };
}

const fetch = (rest: string): Lie => lines(`* 1 FETCH (${rest})`);
const whole = `FLAGS () INTERNALDATE "01-Nov-2026 10:00:00 +0000" RFC822.SIZE 10`;
const text = `BODYSTRUCTURE ("TEXT" "PLAIN" NIL NIL NIL "7BIT" 5 1) BODY[HEADER] ${literal("Subject: x\r\n\r\n")} BODY[TEXT]<0> ${literal("text")}`;

const attacks: Record<string, Record<string, Lie>> = {
  "a greeting that is none": { greeting: (say) => say("HTTP/1.1 200 OK\r\n\r\n<html>\r\n") },
  "a greeting without an end": { greeting: endless("* OK ") },
  "a literal larger than anything": { "UID FETCH": fetch(`UID 5 ${whole} BODY[HEADER] {99999999999}\r\nx`) },
  "a literal of a size that is none": { "UID FETCH": fetch(`UID 5 ${whole} BODY[HEADER] {${"9".repeat(400)}}\r\nx`) },
  "a literal that does not end": { "UID FETCH": endless(`* 1 FETCH (UID 5 ${whole} BODY[HEADER] {900000000}\r\n`) },
  "a line without an end": { "UID FETCH": endless("* 1 FETCH (UID 5 FLAGS (") },
  "parentheses without an end": { "UID FETCH": fetch(`UID 5 FLAGS ${"(".repeat(200_000)}`) },
  "structures within structures": {
    "UID FETCH": fetch(`UID 5 ${whole} BODYSTRUCTURE ${"(".repeat(5000)}${")".repeat(5000)} ${text}`),
  },
  "uids that are none": {
    "UID SEARCH": lines("* SEARCH 0 -1 5.5 4294967296 99999999999999999999 x 5"),
    "UID FETCH": lines(
      ...["0", "-1", "4294967296", "x", '"5"', "NIL", "(5)"].map((uid) => `* 1 FETCH (UID ${uid} ${whole} ${text})`),
    ),
  },
  "messages that were not requested": {
    "UID FETCH": lines(...[7, 8, 9, 5, 5].map((uid) => `* 1 FETCH (UID ${uid} ${whole} ${text})`)),
  },
  "more letters than there can be": {
    SELECT: lines("* 4294967295 EXISTS", "* OK [UIDVALIDITY 7] ok", "* OK [UIDNEXT 4294967295] ok"),
  },
  "numbers that are none": {
    SELECT: lines("* -1 EXISTS", "* OK [UIDVALIDITY x] ok", "* OK [UIDNEXT -5] ok", "* OK [HIGHESTMODSEQ 1e999] ok"),
  },
  "answers that belong to other commands": {
    NOOP: lines(
      "* SEARCH 1 2 3",
      '* LIST () "/" x',
      "* 9 EXPUNGE",
      "* 0 EXPUNGE",
      "* VANISHED 1:4294967295",
      "+ go on",
    ),
  },
  "words that are no answers": {
    STATUS: lines("* STATUS", "*", "* ", "", "* OK [", "\0\0\0", "* BAD [ALERT] x", Buffer.from([0xff, 0xfe, 0x00])),
  },
  "much and comes to no end": { "UID SEARCH": talk("* SEARCH 5\r\n") },
  "nothing when it is greeted": { greeting: () => undefined },
  "nothing any more": { SELECT: () => undefined },
  "a goodbye in the middle": { "UID FETCH": (say) => say("* BYE\r\n") },
  "a header without an end of lines": {
    "UID FETCH": fetch(
      `UID 5 ${whole} BODYSTRUCTURE NIL BODY[HEADER] ${literal("Subject: ".padEnd(2_000_000, "a"))} BODY[TEXT]<0> NIL`,
    ),
  },
};

const names = [
  literal("../../../etc/passwd"),
  literal("a\r\nA1 DELETE INBOX"),
  literal("nul\0byte\x1b[31m"),
  literal("x".repeat(100_000)),
  literal(Array.from({ length: 1000 }, () => "d").join("/")),
  '"&-AAA-"',
  '"&2AA-"',
  '""',
  '"*"',
  '"%"',
  '"__proto__"',
  '"constructor"',
  "inbox",
  '"INBOX/"',
  '"//"',
  '"dup"',
  '"dup"',
];
attacks["folders by any name"] = { LIST: list(...names) };

let mirror: MirrorStore;
let honest: ScriptedImap;
/** Who has the honest server. */
let neighbour: Id;

beforeAll(async () => {
  mirror = await MirrorStore.open();
  honest = await startScriptedImap([{ uid: 5, source: testMessage("other") }]);
  neighbour = await mirror.addAccount({ port: honest.port, username: "bob" });
  mirror.start(neighbour, { passIntervalMs: 500 });
});
afterAll(async () => {
  await mirror.close();
  await honest.close();
});

const subjects = async (accountId: Id): Promise<string[]> => [...(await emailsOf(mirror, accountId)).keys()];
const boxes = async (accountId: Id): Promise<string[]> =>
  (await mirror.store.read((reader) => getMailboxes(reader, accountId))).map(({ name }) => name);

test.each(Object.entries(attacks))(
  "a server that says %s harms no other account, and is mirrored once it is honest",
  async (_name, lies) => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const server = await startScriptedImap([{ uid: 5, source: testMessage("one") }]);
    server.lies = lies;
    const victim = await mirror.addAccount({ port: server.port });
    const sync = mirror.start(victim, { passIntervalMs: 500 });
    // Ended whatever happened: a server that goes on talking would keep the next tests waiting.
    try {
      await server.toldAll(Object.keys(lies));

      // The other account is synced in the meantime.
      const asked = honest.commands.length;
      await eventually(() => Promise.resolve(expect(honest.commands.length).toBeGreaterThan(asked)));
      await upToDate(mirror, neighbour);
      expect(await subjects(neighbour)).toEqual(["other"]);
      const now = process.memoryUsage();
      expect(now.heapUsed + now.arrayBuffers - heapUsed - arrayBuffers).toBeLessThan(300_000_000);

      server.lies = {};
      server.cutAll();
      await eventually(async () => expect(await subjects(victim)).toContain("one"));
      // The name of a folder is text: nothing that a terminal, a header or a path takes for more, and never a command.
      for (const name of [...(await boxes(victim)), ...(await boxes(neighbour))]) {
        expect(name).not.toMatch(/\p{Cc}/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      }
      expect((await boxes(neighbour)).filter((name) => /etc|DELETE|proto|dup/.test(name))).toEqual([]);
      expect(server.commands.filter((command) => command.startsWith("DELETE"))).toEqual([]);
    } finally {
      server.lies = {};
      server.cutAll();
      await mirror.stop(sync);
      await server.close();
    }
  },
);
