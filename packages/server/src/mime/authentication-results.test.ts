import { expect, test } from "vitest";
import { authenticationOf, parseAuthenticationResults } from "./authentication-results.ts";

const trusted = new Set(["mx.home.example"]);
const verdict = (...values: string[]) => authenticationOf(values, trusted, "Anna@shop.example");

test("[8601 §2.2] the server, the methods and their properties, without comments", () => {
  expect(
    parseAuthenticationResults(
      ' mx.home.example 1; spf=pass (sender is\r\n known) smtp.mailfrom=a@b.example;\r\n dkim/1=FAIL reason="bad" header.d=B.example header.i="@b.example"',
    ),
  ).toEqual({
    server: "mx.home.example",
    results: [
      { method: "spf", result: "pass", properties: { "smtp.mailfrom": "a@b.example" } },
      { method: "dkim", result: "fail", properties: { "header.d": "b.example", "header.i": "@b.example" } },
    ],
  });
  expect(parseAuthenticationResults("mx.home.example; none")?.results).toEqual([]);
  expect(parseAuthenticationResults("mx.home.example 2; spf=pass")).toBeUndefined();
  expect(parseAuthenticationResults("")).toBeUndefined();
});

test.each([
  ["pass", "mx.home.example; dmarc=pass header.from=shop.example"],
  ["pass", "mx.home.example; dkim=pass header.d=mail.shop.example"],
  ["pass", "mx.home.example; spf=pass smtp.mailfrom=bounce@shop.example; dkim=fail header.d=list.example"],
  ["fail", "mx.home.example; dmarc=fail header.from=shop.example; spf=pass smtp.mailfrom=x@shop.example"],
  ["fail", "mx.home.example; spf=fail smtp.mailfrom=shop.example"],
  ["none", "mx.home.example; dkim=pass header.d=other.example; spf=pass smtp.mailfrom=other.example"],
  ["none", "mx.home.example; dkim=pass header.d=example"],
  ["none", "mx.home.example; dmarc=pass header.from=other.example"],
  ["none", "mx.home.example; none"],
  ["none", "mx.home.example.attack.example; dmarc=pass header.from=shop.example"],
])("%s: %s", (expected, value) => {
  expect(verdict(value)).toBe(expected);
});

test("[8601 §5] what the sender wrote below counts for nothing", () => {
  const forged = "mx.home.example; dmarc=pass header.from=shop.example";
  expect(verdict("mx.home.example; dmarc=fail header.from=shop.example", forged)).toBe("fail");
  expect(verdict("mx.home.example; spf=none", "other.example; x=y", forged)).toBe("none");
  expect(authenticationOf([forged], new Set(), "anna@shop.example")).toBe("none");
});
