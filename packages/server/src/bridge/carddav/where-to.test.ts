/** Where a person's password may go. */
import { expect, test } from "vitest";
import { assertAllowed } from "./dav-client.ts";
import { isSameSite } from "./discover.ts";

const refusal = (url: string, isPublicOnly: boolean): string | undefined => {
  try {
    assertAllowed(new URL(url), { isPublicOnly });
    return undefined;
  } catch (error) {
    return (error as { kind: string }).kind;
  }
};

test.each(["http://dav.example.org/", "http://192.168.1.5/"])("never in plain text over a network: %s", (url) => {
  expect(refusal(url, false)).toBe("plain");
  expect(refusal(url, true)).toBe("plain");
});

test.each(["https://127.0.0.1/", "https://10.1.2.3/", "https://[::1]/", "https://[fd00::1]/", "https://0x7f.1/"])(
  "on a server for several people not into its own network: %s",
  (url) => {
    expect(refusal(url, true)).toBe("unreachable");
    expect(refusal(url, false)).toBeUndefined();
  },
);

test("on a server for several people to the ports of web servers alone", () => {
  expect(refusal("https://dav.example.org:6379/", true)).toBe("unreachable");
  expect(refusal("https://dav.example.org:8443/", true)).toBeUndefined();
  expect(refusal("http://localhost:5232/", true)).toBe("plain");
  expect(refusal("http://localhost:5232/", false)).toBeUndefined();
});

test.each([
  ["contacts.icloud.com", "p42-contacts.icloud.com", true],
  ["example.org", "dav.example.org", true],
  ["dav.example.org", "dav.example.com", false],
  ["example.org", "anotherexample.org", false],
  ["127.0.0.1", "10.0.0.1", false],
  ["org.example", "net.example", false],
  ["example.co.uk", "another.co.uk", false],
  ["mail.example.co.uk", "dav.example.co.uk", true],
])("from %s on to %s: %s", (one, other, isAllowed) => {
  expect(isSameSite(new URL(`https://${one}`), new URL(`https://${other}`))).toBe(isAllowed);
});
