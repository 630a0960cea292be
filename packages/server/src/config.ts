/** Reads the settings of the environment, once. */
import { readFileSync } from "node:fs";
import { type Setting, settings } from "./settings.ts";
import { nearest } from "./suggestion.ts";

/** An invalid setting. The message is one line that names the variable and the expected value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The result of `loadConfig`: one property per setting. */
export type Config = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]["parse"]> };

type Environment = Record<string, string | undefined>;

/** @throws ConfigError for the first invalid value, and for a variable PISMO_… that is not a setting */
export function loadConfig(env: Environment): Config {
  const known = Object.values<Setting<unknown>>(settings).flatMap(({ variable, isSecret }) =>
    isSecret ? [variable, fileVariable(variable)] : [variable],
  );
  for (const variable of Object.keys(env)) {
    if (!variable.startsWith("PISMO_") || known.includes(variable)) continue;
    const near = nearest(variable, known);
    throw new ConfigError(`${variable} is not a setting of Pismo${near ? `; did you mean ${near}?` : ""}`);
  }
  const entries = Object.entries<Setting<unknown>>(settings).map(([key, each]) => {
    const text = textOf(each, env);
    try {
      return [key, each.parse(text)];
    } catch (error) {
      const problem = `${each.variable} must be ${(error as Error).message}`;
      throw new ConfigError(each.isSecret ? problem : `${problem}, not "${withoutPassword(text)}"`);
    }
  });
  const config = Object.fromEntries(entries) as Config;
  checkTogether(config);
  return config;
}

/** @throws ConfigError for the first setting that another one needs or excludes */
function checkTogether(config: Config): void {
  if (config.mode === "hosted" && config.imapUrl === undefined && config.jmapUrl === undefined) {
    throw new ConfigError(
      "PISMO_IMAP_URL or PISMO_JMAP_URL must be set when PISMO_MODE is hosted: people sign in to that mail server",
    );
  }
  if (config.mode === "hosted" && config.imapUrl && config.jmapUrl) {
    throw new ConfigError(
      "Of PISMO_IMAP_URL and PISMO_JMAP_URL only one can be set: people sign in to one mail server",
    );
  }
  if (config.jmapUrl && config.mode !== "hosted") {
    throw new ConfigError("PISMO_JMAP_URL is used when PISMO_MODE is hosted");
  }
  if ((config.databaseUrl === undefined) !== (config.secretKey === undefined)) {
    throw new ConfigError(
      config.secretKey
        ? "PISMO_SECRET_KEY is used with PISMO_DATABASE_URL alone: the data directory has a key of its own"
        : "PISMO_SECRET_KEY must be set when PISMO_DATABASE_URL is: passwords in the database are sealed with it",
    );
  }
  if (config.listenUrl !== undefined && config.databaseUrl === undefined) {
    throw new ConfigError("PISMO_DATABASE_LISTEN_URL is used with PISMO_DATABASE_URL alone");
  }
  if (config.blobs && config.databaseUrl === undefined) {
    throw new ConfigError(
      "PISMO_BLOBS is used with PISMO_DATABASE_URL alone: SQLite has its blobs in the data directory",
    );
  }
  if ((config.s3AccessKeyId === undefined) !== (config.s3SecretAccessKey === undefined)) {
    throw new ConfigError("PISMO_BLOBS_ACCESS_KEY_ID and PISMO_BLOBS_SECRET_ACCESS_KEY must be set together");
  }
}

/** @throws ConfigError the file of a secret cannot be read, is empty, or is one of two sources */
function textOf({ variable, default: fallback, isSecret }: Setting<unknown>, env: Environment): string {
  const text = env[variable]?.trim() ?? "";
  const file = isSecret ? env[fileVariable(variable)]?.trim() : undefined;
  if (!file) return text || fallback;
  if (text) throw new ConfigError(`Of ${variable} and ${fileVariable(variable)} only one can be set`);
  let content: string;
  try {
    content = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new ConfigError(`${fileVariable(variable)} (${file}): ${(error as Error).message}`);
  }
  if (content === "") throw new ConfigError(`${fileVariable(variable)} (${file}): the file is empty`);
  return content;
}

/** The settings as rows for a help text. */
export function describeSettings(): { variable: string; description: string; default: string; isSecret: boolean }[] {
  return Object.values<Setting<unknown>>(settings).map(
    ({ variable, description, default: fallback, isSecret = false }) => ({
      variable,
      description,
      default: fallback,
      isSecret,
    }),
  );
}

/** Where a URL may have been mistyped, all before its last "@" may be a password. */
const withoutPassword = (text: string): string => text.replace(/^([a-z]+:\/\/)?.*@/is, "$1…@");

const fileVariable = (variable: string): string => `${variable}_FILE`;
