import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { describeSettings, loadConfig } from "./config.ts";

test("without variables every setting has its default", () => {
  expect(loadConfig({ PATH: "/bin" })).toMatchObject({
    host: "127.0.0.1",
    port: 8025,
    smtpPort: 2525,
    smtpUrl: undefined,
    domain: "pismo.localhost",
    maxUploadSize: 50 * 1024 * 1024,
    attachmentTypes: ["png", "jpg", "jpeg"],
    sample: true,
    logLevel: "info",
    logFormat: "text",
  });
});

test("values are read by kind; an empty one is the default", () => {
  const config = loadConfig({
    PISMO_PORT: "0",
    PISMO_SMTP_PORT: "off",
    PISMO_SMTP_URL: "smtps://me:p%40ss@mail.example.org",
    PISMO_PUBLIC_URL: "https://mail.example.org/",
    PISMO_MAX_UPLOAD_SIZE: "2 MB",
    PISMO_ATTACHMENT_TYPES: "png, .PDF",
    PISMO_SAMPLE: "no",
    PISMO_DOMAIN: "",
  });
  expect(config).toMatchObject({
    port: 0,
    smtpPort: undefined,
    publicUrl: "https://mail.example.org",
    maxUploadSize: 2_097_152,
    attachmentTypes: ["png", "pdf"],
    sample: false,
    domain: "pismo.localhost",
  });
  expect(config.smtpUrl?.hostname).toBe("mail.example.org");
});

test.each([
  ["PISMO_PORT", "eighty", "PISMO_PORT must be a port from 0 to 65535"],
  ["PISMO_PORT", "65536", "PISMO_PORT must be a port from 0 to 65535"],
  ["PISMO_SMTP_PORT", "-1", "PISMO_SMTP_PORT must be a port from 0 to 65535, or off"],
  ["PISMO_SMTP_URL", "mail.example.org", "PISMO_SMTP_URL must be smtp://"],
  ["PISMO_PUBLIC_URL", "https://mail.example.org/mail", "PISMO_PUBLIC_URL must be http:// or https://"],
  ["PISMO_MAX_UPLOAD_SIZE", "much", "PISMO_MAX_UPLOAD_SIZE must be a number of octets"],
  ["PISMO_ATTACHMENT_TYPES", "image/png", "PISMO_ATTACHMENT_TYPES must be ends of file names, or *"],
  ["PISMO_SAMPLE", "perhaps", "PISMO_SAMPLE must be yes or no"],
  ["PISMO_LOG_LEVEL", "loud", "PISMO_LOG_LEVEL must be one of"],
  ["PISMO_LOG_FORMAT", "xml", "PISMO_LOG_FORMAT must be one of text, json"],
  ["PISMO_TRUSTED_PROXIES", "balancer", "PISMO_TRUSTED_PROXIES must be addresses or networks"],
  ["PISMO_TRUSTED_PROXIES", "10.0.0.0/33", "PISMO_TRUSTED_PROXIES must be addresses or networks"],
  ["PISMO_DOMAIN", "-x", "PISMO_DOMAIN must be a domain name"],
  ["PISMO_HOST", "a b", "PISMO_HOST must be a host name"],
])("%s=%s ends in one clear line", (variable, value, message) => {
  expect(() => loadConfig({ [variable]: value })).toThrow(message);
});

test("with * any file may be attached", () => {
  expect(loadConfig({ PISMO_ATTACHMENT_TYPES: "*" }).attachmentTypes).toBeNull();
});

test.each(["http://me:hunter2@mail.example.org", "me:hunter2@mail.example.org", "imap://me:hunter2/3@[x"])(
  "a password never stands in the complaint: %s",
  (url) => {
    expect(() => loadConfig({ PISMO_SMTP_URL: url })).toThrow(/^PISMO_SMTP_URL must be (?!.*hunter2)/);
    expect(() => loadConfig({ PISMO_IMAP_URL: url })).toThrow(/^PISMO_IMAP_URL must be (?!.*hunter2)/);
  },
);

const loading = (env: Record<string, string>) => () => loadConfig(env);

describe("a secret in a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "pismo-config-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileWith = (content: string): string => {
    const file = join(folder, `secret-${randomUUID()}`);
    writeFileSync(file, content);
    return file;
  };

  test("is read without the line end that editors add", () => {
    const config = loadConfig({
      PISMO_SMTP_URL_FILE: fileWith("smtps://me:hunter2@mail.example.org\n"),
      PISMO_GOOGLE_CLIENT_SECRET_FILE: fileWith("abc\r\n"),
    });
    expect(config.smtpUrl?.password).toBe("hunter2");
    expect(config.googleClientSecret).toBe("abc");
  });

  test("that is missing, empty, invalid or given twice ends in one clear line without it", () => {
    const missing = join(folder, "missing");
    expect(loading({ PISMO_SMTP_URL_FILE: missing })).toThrow(`PISMO_SMTP_URL_FILE (${missing}): ENOENT`);
    expect(loading({ PISMO_SMTP_URL_FILE: fileWith(" \n") })).toThrow("the file is empty");
    expect(loading({ PISMO_SMTP_URL_FILE: fileWith("hunter2") })).toThrow(/^PISMO_SMTP_URL must be (?!.*hunter2)/);
    expect(loading({ PISMO_SMTP_URL_FILE: fileWith("smtp://a"), PISMO_SMTP_URL: "smtp://b" })).toThrow(
      "Of PISMO_SMTP_URL and PISMO_SMTP_URL_FILE only one can be set",
    );
  });

  test("is for secrets alone", () => {
    expect(() => loadConfig({ PISMO_PORT_FILE: fileWith("8025") })).toThrow(
      "PISMO_PORT_FILE is not a setting of Pismo",
    );
  });
});

test("an unknown variable is refused, with the one that was meant", () => {
  expect(() => loadConfig({ PISMO_PROT: "1" })).toThrow(
    "PISMO_PROT is not a setting of Pismo; did you mean PISMO_PORT?",
  );
});

test("every setting describes itself for the help text", () => {
  for (const { variable, description } of describeSettings()) {
    expect(variable).toMatch(/^PISMO_[A-Z_]+$/);
    expect(description).not.toBe("");
  }
});

describe("a database of PostgreSQL", () => {
  const PISMO_SECRET_KEY = Buffer.alloc(32, 7).toString("base64");
  const PISMO_DATABASE_URL = "postgres://pismo:hidden@db.example.org/pismo";

  test("has its URL and the key of its passwords", () => {
    const config = loadConfig({ PISMO_DATABASE_URL, PISMO_SECRET_KEY });
    expect([config.databaseUrl, config.secretKey]).toEqual([PISMO_DATABASE_URL, new Uint8Array(32).fill(7)]);
  });

  test.each([
    [{ PISMO_DATABASE_URL }, /PISMO_SECRET_KEY must be set/],
    [{ PISMO_SECRET_KEY }, /with PISMO_DATABASE_URL alone/],
    [
      { PISMO_SECRET_KEY, PISMO_DATABASE_URL: "mysql://root:hidden@db/pismo" },
      /PISMO_DATABASE_URL must be a URL such as/,
    ],
    [
      { PISMO_SECRET_KEY, PISMO_DATABASE_URL: "postgres://pismo:hidden@db" },
      /PISMO_DATABASE_URL must be a URL such as/,
    ],
    [{ PISMO_DATABASE_URL, PISMO_SECRET_KEY: "hidden" }, /PISMO_SECRET_KEY must be 32 octets in base64/],
  ])("%o is refused, without the secret", (env, message) => {
    expect(() => loadConfig(env)).toThrow(message);
    expect(() => loadConfig(env)).not.toThrow("hidden");
  });
});

describe("blobs in a bucket", () => {
  const database = {
    PISMO_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    PISMO_DATABASE_URL: "postgres://db.example.org/pismo",
  };

  const load = (PISMO_BLOBS: string) => loadConfig({ ...database, PISMO_BLOBS }).blobs;

  test("have a bucket, a folder, an endpoint and a region", () => {
    expect(load("s3://mail")).toEqual({ bucket: "mail", prefix: "", region: "us-east-1", endpoint: undefined });
    expect(load("s3://mail/a/b/?endpoint=https://s3.example.org&region=eu-1")).toEqual({
      bucket: "mail",
      prefix: "a/b/",
      region: "eu-1",
      endpoint: "https://s3.example.org",
    });
  });

  test.each([
    [{ PISMO_BLOBS: "s3://mail" }, /with PISMO_DATABASE_URL alone/],
    [{ ...database, PISMO_BLOBS: "/var/blobs" }, /PISMO_BLOBS must be an address such as/],
    [{ ...database, PISMO_BLOBS: "s3://key:hidden@mail" }, /PISMO_BLOBS must be an address such as/],
    [{ ...database, PISMO_BLOBS: "s3://mail?endpiont=x" }, /PISMO_BLOBS must be an address such as/],
    [{ ...database, PISMO_BLOBS: "s3://mail?endpoint=s3.example.org" }, /PISMO_BLOBS must be an address such as/],
    [{ PISMO_BLOBS_ACCESS_KEY_ID: "me" }, /must be set together/],
    [{ PISMO_BLOB_DAYS: "0" }, /PISMO_BLOB_DAYS must be a number of days/],
  ])("%o is refused, without the secret", (env, message) => {
    expect(() => loadConfig(env)).toThrow(message);
    expect(() => loadConfig(env)).not.toThrow("hidden");
  });
});
