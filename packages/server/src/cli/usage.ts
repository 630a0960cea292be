/** The commands of `pismo`: what stands behind their names. Help and every complaint read it from here. */
import { nearest } from "../nearest.ts";

export const commands = {
  serve: { usage: "serve", summary: "Serve the web client, JMAP and SMTP (also without a command)" },
  import: {
    usage: "import FILE… [--folder NAME] [--mailbox ADDRESS]",
    summary: "Take in mbox, eml, Maildir, or folders of them",
  },
  export: {
    usage: "export FILE.mbox|DIR [--folder NAME] [--format mbox|eml] [--mailbox ADDRESS]",
    summary: "Write letters out",
  },
  mailbox: { usage: "mailbox add NAME | list", summary: "Further local mailboxes" },
  account: {
    usage:
      "account add --imap imaps://HOST --user NAME [--smtp smtps://HOST] [--email ADDRESS] [--name NAME] [--plain] | list | remove ADDRESS [--force]",
    summary: "Accounts at an IMAP server, mirrored both ways; the password is asked for",
  },
  token: {
    usage: "token create [NAME] [--mailbox ADDRESS] | list | revoke ID",
    summary: "Keys for other JMAP clients",
  },
  backup: { usage: "backup FILE", summary: "Everything in one file, while the server runs" },
  restore: { usage: "restore FILE", summary: "Put a backup in the place of the data directory" },
  rebuild: { usage: "rebuild", summary: "Derive everything anew from the messages" },
} as const;

export type CommandName = keyof typeof commands;

/** One line with its end, for a command that was given what it does not understand. */
export const usageOf = (name: CommandName): string => `pismo ${commands[name].usage}\n`;

/** The same for what parseArgs threw: what is wrong, what was meant, and how it is right. */
export function misuseOf(name: CommandName, error: unknown): string {
  // The first sentence; what follows is advice for those who know the syntax already.
  const [what = ""] = (error as Error).message.split(/\.\s|\n/, 1);
  const option = /^Unknown option '([^']+)'/.exec(what)?.[1];
  const near = option && nearest(option, commands[name].usage.match(/--\w+/g) ?? []);
  return `${what}${near ? `; did you mean ${near}?` : ":"} ${usageOf(name)}`;
}
