/** Further addresses that people may send from: the administrator's file, in the form of Postfix's sender_login_maps. */
import { readFile, stat } from "node:fs/promises";
import type { Logger } from "../../../log.ts";

/** Addresses, or "@domain" for all in it, in lower case, with their logins. */
export type Aliases = ReadonlyMap<string, ReadonlySet<string>>;

/** One "sales@example.org  carol, dave" per line; # begins a comment. @throws Error that names the line */
export function parseAliases(text: string): Aliases {
  const aliases = new Map<string, Set<string>>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const content = line.replace(/(^|\s)#.*$/, "").trim();
    if (content === "") continue;
    const [address = "", ...logins] = content
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean);
    if (!/^[^\s@]*@[^\s@]+$/.test(address) || logins.length === 0) {
      throw new Error(`line ${index + 1} must be an address (or @domain) and the names of those who may use it`);
    }
    aliases.set(address, new Set([...(aliases.get(address) ?? []), ...logins]));
  }
  return aliases;
}

export interface SenderAliases {
  /** Logins that may send from `address` (lower case). */
  loginsOf(address: string): Promise<ReadonlySet<string>>;
}

const none: ReadonlySet<string> = new Set();

/** Reads the file again when it has changed. @throws Error it cannot be read, or is invalid */
export async function openAliases(file: string, log: Logger): Promise<SenderAliases> {
  let version = await versionOf(file);
  let aliases = parseAliases(await readFile(file, "utf8"));

  async function refresh(): Promise<void> {
    const now = await versionOf(file);
    if (now === version) return;
    aliases = parseAliases(await readFile(file, "utf8"));
    version = now;
  }

  return {
    async loginsOf(address) {
      // The last valid version applies while the file is edited.
      await refresh().catch((error: unknown) => log.error("PISMO_ALIASES_FILE cannot be used", { error }));
      const domain = address.slice(address.lastIndexOf("@"));
      return new Set([...(aliases.get(address) ?? none), ...(aliases.get(domain) ?? none)]);
    },
  };
}

async function versionOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(file);
  return `${mtimeMs} ${size} ${ino}`;
}
