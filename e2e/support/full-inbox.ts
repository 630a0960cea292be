/** An inbox with many messages at a real mail server. */
import { chownSync, mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { testMessage } from "../../packages/server/test/imap/mirrored.ts";
import type { Dovecot } from "../../packages/server/test/servers/dovecot.ts";

/** Messages as files, before the server is asked for them. An hour between one message and the next; the newest, a day old, has the highest number. */
export function fillInbox(dovecot: Dovecot, user: string, total: number): void {
  const inbox = dovecot.mailDir(user);
  const { uid, gid } = statSync(dirname(inbox));
  const cur = join(inbox, "cur");
  for (const dir of [inbox, cur, join(inbox, "new"), join(inbox, "tmp")]) {
    mkdirSync(dir, { recursive: true });
    chownSync(dir, uid, gid);
  }
  const newest = Math.floor(Date.now() / 1000) - 86_400;
  for (let number = 1; number <= total; number++) {
    const at = newest - (total - number) * 3600;
    const file = join(cur, `${1_000_000_000 + number}.M1P1.test:2,`);
    writeFileSync(file, testMessage(`Letter ${number}.`));
    chownSync(file, uid, gid);
    utimesSync(file, at, at);
  }
}
