/** pismo --help: the commands, and the settings from their own table. */
import { describeSettings } from "../config.ts";

const commands = [
  ["serve", "Serve the web client, JMAP and SMTP (also without a command)"],
  ["import FILE… [--folder NAME] [--mailbox ADDRESS]", "Take in mbox, eml, Maildir, or folders of them"],
  ["export FILE.mbox|DIR [--folder NAME] [--format mbox|eml] [--mailbox ADDRESS]", "Write letters out"],
  ["mailbox add NAME | list", "Further local mailboxes"],
  ["token create [NAME] [--mailbox ADDRESS] | list | revoke ID", "Keys for other JMAP clients"],
  ["backup FILE", "Everything in one file, while the server runs"],
  ["restore FILE", "Put a backup in the place of the data directory"],
  ["rebuild", "Derive everything anew from the messages"],
] as const;

export function helpText(): string {
  const settings = describeSettings().map(
    ({ variable, description, default: fallback }) =>
      `  ${variable.padEnd(22)} ${description}${fallback ? ` (${fallback})` : ""}`,
  );
  return [
    "Pismo, a web mail client and JMAP server",
    "",
    "pismo COMMAND",
    ...commands.map(([usage, text]) => `  ${usage}\n      ${text}`),
    "",
    "Settings, as environment variables:",
    ...settings,
    "",
  ].join("\n");
}
