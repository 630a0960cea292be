/** pismo --help: the commands and the settings, each from its own table. */
import { describeSettings } from "../config.ts";
import { commands } from "./usage.ts";

export function helpText(): string {
  const settings = describeSettings().map(
    ({ variable, description, default: fallback }) =>
      `  ${variable.padEnd(22)} ${description}${fallback ? ` (${fallback})` : ""}`,
  );
  return [
    "Pismo, a web mail client and JMAP server",
    "",
    "pismo COMMAND",
    ...Object.values(commands).map(({ usage, summary }) => `  ${usage}\n      ${summary}`),
    "  --help, --version",
    "",
    "Settings, as environment variables:",
    ...settings,
    "",
  ].join("\n");
}
