/** pismo open — prints an opening link. */
import { existsSync } from "node:fs";
import type { Config } from "../../config.ts";
import { openingUrl } from "../../http/auth/opening-link.ts";
import { createOpeningLink } from "../../store/auth/opening-links.ts";
import { databaseFile } from "../../store/db/data-dir.ts";
import { findServerAddress } from "../../store/db/server-address.ts";
import { openStore, type Store } from "../../store/db/store.ts";
import type { Command } from "../command.ts";
import { usageOf } from "../usage.ts";

const LIFETIME_MS = 60 * 60 * 1000;

/** @param origin under which the browser reaches the server */
export async function newOpeningUrl(store: Store, origin: string): Promise<string> {
  const secret = await store.write((tx) => createOpeningLink(tx, new Date(Date.now() + LIFETIME_MS)));
  return openingUrl(origin, secret);
}

const noServer = ({ databaseUrl, dataDir }: Config): Error =>
  new Error(
    `No server runs on ${databaseUrl ? "this database" : dataDir}: "pismo serve", in a clone "npm start", begins one`,
  );

export const runOpen: Command = async (args, { config, log, stdout, stderr }) => {
  if (args.length > 0) {
    stderr.write(usageOf("open"));
    return 2;
  }
  if (config.mode === "hosted") throw new Error("Where several people are served each signs in: there is no such link");
  // Opening a store would make a mailbox where there is none.
  if (config.databaseUrl === undefined && !existsSync(databaseFile(config.dataDir))) throw noServer(config);
  const store = await openStore(config, log);
  try {
    const address = await store.read(findServerAddress);
    if (address === undefined) throw noServer(config);
    stdout.write(`${await newOpeningUrl(store, address)}\n`);
    stderr.write("Open it in the browser that is to be let in: it works once, within an hour.\n");
    return 0;
  } finally {
    await store.close();
  }
};
