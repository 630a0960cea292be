/** The commands of `pismo` with their arguments. Help and errors read them from here. */
import { nearest } from "../suggestion.ts";

export const commands = {
  serve: { usage: "serve", summary: "Serve the web client, JMAP and SMTP (also without a command)" },
  open: { usage: "open", summary: "An address that lets a browser in that is not recognised, once" },
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
  person: {
    usage:
      "person list [--json] | disable ADDRESS | enable ADDRESS | limit ADDRESS [--quota SIZE] [--send NUMBER] | remove ADDRESS [--yes]",
    summary: "The people of a server for several (PISMO_MODE=hosted)",
  },
  audit: {
    usage: "audit [--person ADDRESS] [--since DATE|7d|12h] [--json]",
    summary: "Who signed in from where, what they changed, what the administrator did",
  },
  token: {
    usage: "token create [NAME] [--mailbox ADDRESS] | list | revoke ID",
    summary: "Keys for other JMAP clients",
  },
  backup: { usage: "backup FILE", summary: "Everything in one file, while the server runs" },
  restore: {
    usage: "restore FILE [--key FILE | --without-key]",
    summary: "Put a backup in the place of the data directory, or into an empty database",
  },
  check: {
    usage: "check [--repair]",
    summary: "Whether database and messages are whole, in words; --repair mends what can be made again",
  },
  rebuild: {
    usage: "rebuild [--from-messages [--mailbox ADDRESS]]",
    summary:
      "Derive everything again from the messages; --from-messages makes letters of those that no letter has, after the loss of the database",
  },
} as const;

export type CommandName = keyof typeof commands;

/** One line and its exit code, for a command with arguments that it does not know. */
export const usageOf = (name: CommandName): string => `pismo ${commands[name].usage}\n`;

/** The same for an error of parseArgs: the fault, a suggestion, and the usage. */
export function misuseOf(name: CommandName, error: unknown): string {
  // The first sentence; the rest is advice on the syntax.
  const [what = ""] = (error as Error).message.split(/\.\s|\n/, 1);
  const option = /^Unknown option '([^']+)'/.exec(what)?.[1];
  const near = option && nearest(option, commands[name].usage.match(/--[\w-]+/g) ?? []);
  return `${what}${near ? `; did you mean ${near}?` : ":"} ${usageOf(name)}`;
}
