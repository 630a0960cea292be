// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { accountEnding, accountInAddress, inAccount, namingAccount, sayOnlyAccount } from "./account-address.ts";

const goTo = (address: string): void => window.history.replaceState(null, "", address);
afterEach(() => goTo("/"));

test("with nothing in the address, which shows the first account, no address changes", () => {
  goTo("/inbox?letters=all");
  expect(accountInAddress()).toBeNull();
  expect(accountEnding()).toBe("");
  for (const address of ["/sent?letters=all", "/email/e1?title=a%20b+c", "/", "?", "#x"])
    expect(inAccount(address, "a1")).toBe(address);
});

test("an address stays in the account that is shown, and keeps its spelling", () => {
  goTo("/inbox?letters=all&account=a2");
  expect(accountInAddress()).toBe("a2");
  expect(accountEnding()).toBe("&account=a2");
  expect(inAccount("/sent?letters=all", "a1")).toBe("/sent?letters=all&account=a2");
  expect(inAccount("/email/e1?title=a%20b+c#part", "a1")).toBe("/email/e1?title=a%20b+c&account=a2#part");
  expect(inAccount("/files", "a1")).toBe("/files?account=a2");
  expect(inAccount("?", "a1")).toBe("?account=a2");
});

test("an address that names another account leads there, and the first one's name is left out", () => {
  goTo("/inbox?letters=all&account=a2");
  expect(inAccount("/inbox?letters=all&account=a3", "a1")).toBe("/inbox?letters=all&account=a3");
  expect(inAccount("/inbox?letters=all&account=a1", "a1")).toBe("/inbox?letters=all");
  expect(inAccount("/files?account=a1#x", "a1")).toBe("/files#x");
});

test("parameters name one account at a time, which is nothing that narrows a list", () => {
  const params = new URLSearchParams("read=false&account=a2");
  expect(`${namingAccount(params, "a3")}`).toBe("read=false&account=a3");
  expect(`${params}`).toBe("read=false&account=a2");
  for (const search of ["", "account=a2"]) expect(sayOnlyAccount(new URLSearchParams(search))).toBe(true);
  for (const search of ["read=false", "account=a2&q=x"])
    expect(sayOnlyAccount(new URLSearchParams(search))).toBe(false);
});
