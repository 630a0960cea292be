/** The log: one readable line per event, on standard error. It never contains secrets. */
import { inspect } from "node:util";

export const logLevels = ["silent", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Values of an event, printed as key=value. */
export type LogFields = Record<string, unknown>;

export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
}

/** Writes lines of `level` and more severe ones to `stream`. */
export function createLogger(level: LogLevel, stream: { write(line: string): unknown } = process.stderr): Logger {
  const line = (own: LogLevel) =>
    logLevels.indexOf(own) > logLevels.indexOf(level)
      ? () => {}
      : (message: string, fields: LogFields = {}) => {
          const time = new Date().toISOString();
          const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${show(key, value, level)}`);
          stream.write(`${time} ${own.padEnd(5)} ${oneLine(message)}${rest.join("")}\n`);
        };
  return { error: line("error"), warn: line("warn"), info: line("info"), debug: line("debug") };
}

const secretKey = /authorization|cookie|password|secret|token|credential|verificationcode|^auth$/i;

function show(key: string, value: unknown, level: LogLevel): string {
  if (secretKey.test(key)) return "[hidden]";
  if (value instanceof Error) {
    // The stack is printed at the level "debug" only; otherwise the message.
    return quote(level === "debug" ? (value.stack ?? value.message) : `${value.name}: ${value.message}`);
  }
  if (typeof value === "string") return quote(value);
  if (typeof value === "object" && value !== null) return oneLine(inspect(value, { breakLength: Infinity, depth: 3 }));
  return String(value);
}

const quote = (text: string) => (/^[^\s"=]+$/.test(text) ? oneLine(text) : oneLine(JSON.stringify(text)));

/** External text must not forge a second line or move the cursor; user:password@ of a URL is a secret. */
function oneLine(text: string): string {
  return text
    .replaceAll(/(\w+:\/\/)[^\s/@]+@/g, "$1[hidden]@")
    .replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1).replace("\u007f", "\\x7f"));
}
