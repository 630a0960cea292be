import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keyFile, openVault } from "./vault.ts";

let dir: string;
beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), "pismo-vault-"))));
afterEach(() => rm(dir, { recursive: true, force: true }));

test("a sealed secret opens again, also after a restart, and only for its purpose", async () => {
  const sealed = (await openVault(dir)).seal("пароль", "a1");
  const later = await openVault(dir);
  expect(later.open(sealed, "a1")).toBe("пароль");
  expect(later.open(sealed, "a2")).toBeUndefined();
  expect(later.open(`${sealed.slice(0, -4)}AAAA`, "a1")).toBeUndefined();
  expect(later.open("", "a1")).toBeUndefined();
});

test("the same secret is sealed differently each time", async () => {
  const vault = await openVault(dir);
  expect(vault.seal("secret", "a1")).not.toBe(vault.seal("secret", "a1"));
});

test("the key is readable by us alone, and two processes that create it at once agree", async () => {
  const [one, other] = await Promise.all([openVault(dir), openVault(dir)]);
  expect(other.open(one.seal("secret", "a1"), "a1")).toBe("secret");
  expect((await stat(keyFile(dir))).mode & 0o777).toBe(0o600);
});
