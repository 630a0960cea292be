/** The same acts over a mail server: Dovecot through the bridge, as Roundcube was measured over it. */
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { mailOf, measureActs } from "./browser.ts";
import { addAccount, fillMaildir } from "./maildir.ts";
import { serve } from "./process.ts";
import { type Figures, freePort } from "./server.ts";
import { startSink } from "./sink.ts";

const user = "bench@example.org";

export async function measureMirror(folder: string, count: number, isShort: boolean): Promise<Figures> {
  const dovecot = await startDovecot();
  const sink = await startSink();
  const dataDir = join(folder, `mirror-${count}`);
  try {
    fillMaildir(dovecot.mailDir(user), count);
    await rm(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir, { recursive: true });
    const url = new URL(`imap://127.0.0.1:${dovecot.port}`);
    url.username = user;
    url.password = dovecot.password;
    const server = await serve(dataDir, await freePort());
    try {
      await addAccount(dataDir, url, user, sink.url);
      const startedAt = performance.now();
      const mail = await waitFor(() => mailOf(server, user));
      await waitFor(async () => {
        const { client, accountId, inbox } = mail;
        const { list } = await client.call("Mailbox/get", { accountId, ids: [inbox] });
        return (list[0]?.totalEmails ?? 0) >= count || undefined;
      });
      const synced = Math.round(performance.now() - startedAt);
      const acts = await measureActs({ url: server.url, mail, to: "friend@example.net", isShort });
      return { "first sync, letters a second": Math.round((count / synced) * 1000), ...acts };
    } finally {
      await server.stop();
    }
  } finally {
    await sink.stop();
    await dovecot.stop();
  }
}

async function waitFor<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    await sleep(200);
  }
}
