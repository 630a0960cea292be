import { expect, test } from "vitest";
import { smtpServerOf, smtpUrlOf } from "./smtp-url.ts";

test.each([
  { host: "smtp.example.org", port: 465, security: "tls" },
  { host: "smtp.example.org", port: 587, security: "starttls" },
  { host: "127.0.0.1", port: 2525, security: "starttls" },
  { host: "::1", port: 25, security: "plain" },
] as const)("a URL of a server parses back to the server: %o", (server) => {
  expect(smtpServerOf(smtpUrlOf(server))).toEqual(server);
});

test("smtp:// is STARTTLS, and plain on this machine alone", () => {
  expect(smtpServerOf("smtp://smtp.example.org")).toEqual({
    host: "smtp.example.org",
    port: 587,
    security: "starttls",
  });
  expect(smtpServerOf("smtp://127.0.0.1:2525")).toEqual({ host: "127.0.0.1", port: 2525, security: "plain" });
  expect(smtpServerOf("smtps://smtp.example.org").port).toBe(465);
});
