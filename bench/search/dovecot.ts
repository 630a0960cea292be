/** Beside Pismo: Dovecot with the index of its Xapian plugin (Debian's dovecot-fts-xapian). */
import { existsSync } from "node:fs";
import { ImapFlow } from "imapflow";
import { canRunDovecot, startDovecot } from "../../packages/server/test/servers/dovecot.ts";
import type { SearchEngine } from "./engines.ts";
import type { Letter } from "./letters.ts";

export const canRunXapian = canRunDovecot && existsSync("/usr/lib/dovecot/modules/lib21_fts_xapian_plugin.so");

const settings = `mail_plugins = fts fts_xapian
plugin {
  fts = xapian
  fts_xapian = partial=3 full=20
  fts_enforced = yes
  fts_autoindex = yes
}`;

export async function dovecot(letters: readonly Letter[]): Promise<SearchEngine> {
  const server = await startDovecot({ settings });
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    doSTARTTLS: false,
    auth: { user: "bench", pass: server.password },
    logger: false,
  });
  await client.connect();
  const placeOf = new Map<number, number>();
  for (const [index, { bytes }] of letters.entries()) {
    const appended = await client.append("INBOX", bytes);
    if (appended && appended.uid !== undefined) placeOf.set(appended.uid, index);
  }
  if (placeOf.size !== letters.length) throw new Error("Dovecot did not say where each letter lies");
  await client.mailboxOpen("INBOX", { readOnly: true });
  const containing = async (text: string): Promise<number[]> =>
    ((await client.search({ text }, { uid: true })) || []).map((uid) => placeOf.get(uid)!);
  return {
    name: "Dovecot, Xapian",
    async search(q) {
      const [, phrase] = /^"(.*)"$/.exec(q) ?? [];
      const parts = await Promise.all((phrase === undefined ? q.split(" ") : [phrase]).map(containing));
      return parts.reduce((found, part) => found.filter((place) => part.includes(place)));
    },
    async close() {
      await client.logout();
      await server.stop();
    },
  };
}
