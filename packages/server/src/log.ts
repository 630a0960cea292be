/**
 * The log: one line per event, on standard error, for people (text) or for programs (JSON). It never contains secrets.
 */
import { inspect } from "node:util";

export const logLevels = ["silent", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

export const logFormats = ["text", "json"] as const;
export type LogFormat = (typeof logFormats)[number];

/** Values of an event: key=value in text; members in JSON, where three names are taken. */
export type LogFields = Record<string, unknown> & { time?: never; level?: never; message?: never };

export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
}

interface LogEvent {
  /** ISO 8601, in UTC. */
  time: string;
  level: LogLevel;
  message: string;
  fields: Record<string, unknown>;
}

/** Writes lines of `level` and more severe ones to `stream`. */
export function createLogger(
  level: LogLevel,
  stream: { write(line: string): unknown } = process.stderr,
  format: LogFormat = "text",
): Logger {
  const write = format === "json" ? jsonLine : textLine;
  // The stack of an error is written at the level "debug" only; otherwise the message.
  const hasStacks = level === "debug";
  const line = (own: LogLevel) =>
    logLevels.indexOf(own) > logLevels.indexOf(level)
      ? () => {}
      : (message: string, fields: LogFields = {}) => {
          const time = new Date().toISOString();
          stream.write(
            `${write({ time, level: own, message: withoutUserInfo(message), fields: plain(fields, hasStacks) })}\n`,
          );
        };
  return { error: line("error"), warn: line("warn"), info: line("info"), debug: line("debug") };
}

/** A logger whose lines have `fields` as well. */
export function withFields(log: Logger, fields: LogFields): Logger {
  return {
    error: (message, more) => log.error(message, { ...fields, ...more }),
    warn: (message, more) => log.warn(message, { ...fields, ...more }),
    info: (message, more) => log.info(message, { ...fields, ...more }),
    debug: (message, more) => log.debug(message, { ...fields, ...more }),
  };
}

function textLine({ time, level, message, fields }: LogEvent): string {
  const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${show(value)}`);
  return `${time} ${level.padEnd(5)} ${escapeControls(message)}${rest.join("")}`;
}

/** JSON.stringify leaves the control characters from U+007F on as they are. */
const jsonLine = ({ time, level, message, fields }: LogEvent): string =>
  escapeControls(JSON.stringify({ time, level, message, ...fields }));

function show(value: unknown): string {
  if (typeof value === "string")
    return value === HIDDEN || /^[^\s"=]+$/.test(value) ? escapeControls(value) : quote(value);
  if (typeof value === "object" && value !== null)
    return escapeControls(inspect(value, { breakLength: Infinity, depth: MAX_DEPTH }));
  return String(value);
}

const quote = (text: string) => escapeControls(JSON.stringify(text));

const secretKey = /authorization|cookie|password|secret|token|credential|verificationcode|^auth$/i;
const HIDDEN = "[hidden]";
const MAX_DEPTH = 3;

/** Fields as JSON has them, without secrets. */
function plain(fields: object, hasStacks: boolean, depth = 0): Record<string, unknown> {
  const entries = Object.entries(fields).map(([key, value]) => [
    key,
    secretKey.test(key) ? HIDDEN : plainValue(value, hasStacks, depth),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function plainValue(value: unknown, hasStacks: boolean, depth: number): unknown {
  if (value instanceof Error) {
    return withoutUserInfo(hasStacks ? (value.stack ?? value.message) : `${value.name}: ${value.message}`);
  }
  if (typeof value === "string") return withoutUserInfo(value);
  if (typeof value === "number" || typeof value === "boolean" || value === null || value === undefined) return value;
  if (typeof value !== "object") return inspect(value);
  if (depth === MAX_DEPTH) return "[deeper]";
  if (Array.isArray(value)) return value.map((each) => plainValue(each, hasStacks, depth + 1));
  if (value instanceof URL) return withoutUserInfo(value.href);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} octets]`;
  if (value instanceof Map) return plain(Object.fromEntries(value), hasStacks, depth + 1);
  if (value instanceof Set) return [...value].map((each) => plainValue(each, hasStacks, depth + 1));
  return plain(value, hasStacks, depth + 1);
}

/** user:password@ of a URL is a secret. */
const withoutUserInfo = (text: string): string => text.replaceAll(/(\w+:\/\/)[^\s/@]+@/g, `$1${HIDDEN}@`);

/** External text must not forge a second line or move the cursor. */
function escapeControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (character) =>
    character < " "
      ? JSON.stringify(character).slice(1, -1)
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
