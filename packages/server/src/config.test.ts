import { expect, test } from "vitest";
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
  ["PISMO_DOMAIN", "-x", "PISMO_DOMAIN must be a domain name"],
  ["PISMO_HOST", "a b", "PISMO_HOST must be a host name"],
])("%s=%s ends in one clear line", (variable, value, message) => {
  expect(() => loadConfig({ [variable]: value })).toThrow(message);
});

test("with * any file may be attached", () => {
  expect(loadConfig({ PISMO_ATTACHMENT_TYPES: "*" }).attachmentTypes).toBeNull();
});

test("a password never stands in the complaint", () => {
  expect(() => loadConfig({ PISMO_SMTP_URL: "http://me:hunter2@mail.example.org" })).toThrow(/^(?!.*hunter2)/);
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
