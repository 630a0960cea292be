import { expect, test } from "vitest";
import { serverFromUrls } from "./server-urls.ts";

const security = (url: string, isPlain = false) => serverFromUrls(url, undefined, isPlain).security;

test("TLS is the rule: plain only to this machine or where it is asked for", () => {
  expect(security("imaps://mail.example.org")).toBe("tls");
  expect(security("imap://mail.example.org")).toBe("starttls");
  expect(security("imap://mail.example.org", true)).toBe("plain");
  expect(security("imap://127.0.0.1:1143")).toBe("plain");
  expect(security("imap://localhost")).toBe("plain");
});

test("ports have their defaults", () => {
  expect(serverFromUrls("imaps://a.example", "smtps://b.example", false)).toMatchObject({
    host: "a.example",
    port: 993,
    smtpUrl: "smtps://b.example",
  });
  expect(serverFromUrls("imap://a.example", "smtp://b.example", false)).toMatchObject({
    port: 143,
    smtpUrl: "smtp://b.example:587",
  });
  expect(serverFromUrls("imap://[::1]:1430", undefined, false)).toMatchObject({
    host: "::1",
    port: 1430,
    smtpUrl: null,
  });
});

test("what is no server, or brings a password along, is refused", () => {
  expect(() => serverFromUrls("mail.example.org", undefined, false)).toThrow("imaps://host");
  expect(() => serverFromUrls("https://mail.example.org", undefined, false)).toThrow("imaps://host");
  expect(() => serverFromUrls("imaps://ann:secret@mail.example.org", undefined, false)).toThrow("command line");
});
