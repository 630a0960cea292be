/** pismo --help: the commands and the settings, each from its own table. */
import { describeSettings } from "../../config.ts";
import { commands } from "../usage.ts";

export function helpText(): string {
  const described = describeSettings();
  const secrets = described.filter(({ isSecret }) => isSecret).map(({ variable }) => variable);
  const settings = described.map(
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
    "Exit codes: 0 done; 1 failed, or something was left out; 2 the command makes no sense;",
    "3 done, but messages are damaged or missing, which are named",
    "",
    "Settings, as environment variables:",
    ...settings,
    "",
    `${secrets.join(", ")}: each may lie in a file`,
    `that a variable with _FILE behind its name names, such as ${secrets[0]}_FILE=/run/secrets/smtp`,
    "",
  ].join("\n");
}
