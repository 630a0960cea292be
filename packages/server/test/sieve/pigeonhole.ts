/** Debian's Pigeonhole, by its `sieve-test`: what another interpreter makes of a script and a letter. */
import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mailOwner } from "../servers/process-group.ts";

const binary = "/usr/bin/sieve-test";
export const canRunPigeonhole = existsSync(binary);

/** What is compared: where the letter goes and with which flags, or the line at which the script is wrong. */
export type Outcome =
  | { kind: "done"; placements: readonly string[]; isRejected: boolean }
  | { kind: "failed" }
  | { kind: "invalid"; line: number };

export interface Pigeonhole {
  run(script: string, letter: string, envelope: { from: string; to: string }): Promise<Outcome>;
  close(): void;
}

/** @param folders that exist beside the inbox */
export function openPigeonhole(folders: readonly string[]): Pigeonhole {
  const dir = mkdtempSync(join(tmpdir(), "pismo-sieve-"));
  const owner = mailOwner();
  const mail = join(dir, "mail");
  for (const folder of ["", ...folders.map((name) => `.${name.replaceAll("/", ".")}`)]) {
    for (const part of ["cur", "new", "tmp"]) mkdirSync(join(mail, folder, part), { recursive: true });
  }
  const lines = [
    `mail_home = ${dir}`,
    `mail_location = maildir:${mail}`,
    "first_valid_uid = 0",
    "namespace inbox {\n  inbox = yes\n  separator = /\n}",
  ];
  if (process.getuid?.() === 0) {
    lines.push(`mail_uid = ${owner.uid}`, `mail_gid = ${owner.gid}`);
    // It asks whether it may write into a folder, too.
    for (const each of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
      chownSync(join(dir, each), owner.uid, owner.gid);
    }
    chownSync(dir, owner.uid, owner.gid);
  }
  writeFileSync(join(dir, "dovecot.conf"), `${lines.join("\n")}\n`);
  let number = 0;
  return {
    run: (script, letter, envelope) => runOnce(dir, ++number, { script, letter, envelope }),
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}

interface Case {
  script: string;
  letter: string;
  envelope: { from: string; to: string };
}

function runOnce(dir: string, number: number, { script, letter, envelope }: Case): Promise<Outcome> {
  const files = { script: join(dir, `${number}.sieve`), letter: join(dir, `${number}.eml`) };
  writeFileSync(files.script, script);
  writeFileSync(files.letter, letter);
  const args = [
    "-c",
    join(dir, "dovecot.conf"),
    "-x",
    "+editheader",
    "-f",
    envelope.from,
    "-r",
    envelope.to,
    files.script,
    files.letter,
  ];
  const env = { ...process.env, TZ: "UTC" };
  return new Promise((resolve, reject) => {
    execFile(binary, args, { env, encoding: "utf8" }, (_error, stdout, stderr) => {
      for (const file of [files.script, files.letter, files.script.replace(/sieve$/, "svbin")])
        rmSync(file, { force: true });
      try {
        resolve(outcomeOf(stdout, stderr));
      } catch (error) {
        reject(error);
      }
    });
  });
}

function outcomeOf(stdout: string, stderr: string): Outcome {
  const invalid = /sieve: [^\n]*?: line (\d+): error: /.exec(stderr) ?? /^\S+: line (\d+): error: /m.exec(stderr);
  if (/failed to compile|could not compile/i.test(stderr) && invalid)
    return { kind: "invalid", line: Number(invalid[1]) };
  if (!stderr.includes("final result: success")) return { kind: "failed" };
  return { kind: "done", placements: placementsOf(stdout), isRejected: /\* (reject|ereject) message/.test(stdout) };
}

const PLACEMENT = /^ \* store message in folder: (.*)\n((?: {8}\+ .*\n)*)/gm;

function placementsOf(stdout: string): string[] {
  return [...stdout.matchAll(PLACEMENT)]
    .map(([, folder = "", details = ""]) => {
      const flags = /add IMAP flags: (.*)/.exec(details)?.[1]?.trim().split(/\s+/) ?? [];
      return described(folder, flags, details.includes("create mailbox"));
    })
    .toSorted();
}

/** In one form: `Folder [flags] +create`. */
export function described(folder: string, flags: readonly string[], mayCreate: boolean): string {
  const distinct = new Set(flags.map((flag) => flag.toLowerCase()));
  return `${folder} [${[...distinct].toSorted().join(" ")}]${mayCreate ? " +create" : ""}`;
}
