import { expect, test } from "vitest";
import { smtpPlaceOf, smtpUrlOf } from "./smtp-url.ts";

test.each([
  { host: "smtp.example.org", port: 465, security: "tls" },
  { host: "smtp.example.org", port: 587, security: "starttls" },
  { host: "127.0.0.1", port: 2525, security: "starttls" },
  { host: "::1", port: 25, security: "plain" },
] as const)("a server written down is read as it was: %o", (place) => {
  expect(smtpPlaceOf(smtpUrlOf(place))).toEqual(place);
});

test("smtp:// is STARTTLS, and plain on this machine alone", () => {
  expect(smtpPlaceOf("smtp://smtp.example.org")).toEqual({ host: "smtp.example.org", port: 587, security: "starttls" });
  expect(smtpPlaceOf("smtp://127.0.0.1:2525")).toEqual({ host: "127.0.0.1", port: 2525, security: "plain" });
  expect(smtpPlaceOf("smtps://smtp.example.org").port).toBe(465);
});
