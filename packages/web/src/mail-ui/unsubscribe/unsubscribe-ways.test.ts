import { expect, test } from "vitest";
import { unsubscribeWays } from "./unsubscribe-ways.ts";

test("[2369 §3.2] the first letter and the first page that the field names", () => {
  expect(
    unsubscribeWays(["mailto:leave@list.example?subject=leave%20me&body=please", "https://list.example/x", "http://b"]),
  ).toEqual({
    message: { to: "leave@list.example", subject: "leave me", text: "please" },
    page: "https://list.example/x",
  });
  expect(unsubscribeWays(null)).toEqual({});
});

test.each([
  "javascript:alert(1)",
  "mailto:",
  "mailto:a@list.example,boss@home.example",
  "mailto:%22a%22%20b@list.example",
  "mailto:a@list.example%0d%0aBcc:b@home.example",
  "ftp://list.example/x",
])("%s is no way", (url) => {
  expect(unsubscribeWays([url])).toEqual({});
});

test("neither further recipients nor line ends come along", () => {
  expect(unsubscribeWays(["mailto:a@list.example?to=b@x.example&cc=c@x.example&subject=a%0d%0aBcc:%20d"])).toEqual({
    message: { to: "a@list.example", subject: "a Bcc: d", text: "" },
  });
  expect(unsubscribeWays(["mailto:a@list.example?subject=%E0%A4%A"])).toMatchObject({
    message: { subject: "%E0%A4%A" },
  });
});
