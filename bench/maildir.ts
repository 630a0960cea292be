/** Messages on an IMAP server, and a Pismo account that mirrors them. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messages } from "./messages.ts";
import { environment } from "./process.ts";

const main = join(import.meta.dirname, "../packages/server/src/main.ts");

/** Messages as Dovecot stores them: a file each, read ones with their flag. */
export function fillMaildir(mailDir: string, count: number): void {
  const cur = join(mailDir, "cur");
  for (const name of ["cur", "new", "tmp"]) mkdirSync(join(mailDir, name), { recursive: true });
  const { uid, gid } = statSync(join(mailDir, ".."));
  let index = 0;
  for (const message of messages(count)) {
    const bytes = message.replaceAll(/\r?\n/g, "\r\n");
    // As a delivery agent names them: names that only count up are worst for the hash that Dovecot keeps them in.
    const unique = createHash("sha256").update(String(index)).digest("hex").slice(0, 12);
    const size = Buffer.byteLength(bytes);
    const name = `${1_700_000_000 + index}.M${unique}.bench,S=${size},W=${size}:2,${index % 3 === 0 ? "" : "S"}`;
    writeFileSync(join(cur, name), bytes);
    chownSync(join(cur, name), uid, gid);
    index++;
  }
  for (const path of [mailDir, cur, join(mailDir, "new"), join(mailDir, "tmp")]) chownSync(path, uid, gid);
}

/** @param smtp where its messages are sent */
export async function addAccount(dataDir: string, url: URL, email: string, smtp?: URL): Promise<void> {
  const args = [
    "account",
    "add",
    "--imap",
    `imap://${url.host}`,
    "--plain",
    "--user",
    decodeURIComponent(url.username),
    "--email",
    email,
  ];
  if (smtp) args.push("--smtp", smtp.href);
  const child = spawn(process.execPath, [main, ...args], {
    env: environment(dataDir, 0),
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.end(`${url.password}\n`);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`the account was not added: ${code}`);
}
