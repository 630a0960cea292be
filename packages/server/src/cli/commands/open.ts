/** pismo open — prints an opening link. */
import { openingUrl } from "../../http/auth/opening-link.ts";
import { createOpeningLink } from "../../store/auth/opening-links.ts";
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

export const runOpen: Command = async (args, { config, log, stdout, stderr }) => {
  if (args.length > 0) {
    stderr.write(usageOf("open"));
    return 2;
  }
  if (config.mode === "hosted") throw new Error("Where several people are served each signs in: there is no such link");
  const store = await openStore(config, log);
  try {
    const address = await store.read(findServerAddress);
    if (address === undefined)
      throw new Error(
        `No server runs on ${config.databaseUrl ? "this database" : config.dataDir}: npm start begins one`,
      );
    stdout.write(`${await newOpeningUrl(store, address)}\n`);
    stderr.write("Open it in the browser that is to be let in: it works once, within an hour.\n");
    return 0;
  } finally {
    await store.close();
  }
};
