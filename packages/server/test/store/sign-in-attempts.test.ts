/** Failed sign-ins and sign-ins at a provider, as all processes of a database see them. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { putOAuthSignIn, takeOAuthSignIn } from "../../src/store/auth/oauth-sign-ins.ts";
import { beginAttempt, clearAttempts, secondsToWait, takeAttemptBack } from "../../src/store/auth/sign-in-attempts.ts";
import { vaultWith } from "../../src/store/auth/vault.ts";
import { storeWithAccount, type TestStore } from "./test-store.ts";

let t: TestStore;
beforeEach(async () => {
  t = await storeWithAccount();
});
afterEach(() => t.store.close());

const vault = vaultWith(new Uint8Array(32).fill(3));
const rule = { name: "name", allowed: 3, windowMs: 60_000 };
const ann = [{ rule, key: "ann" }];
const bob = [{ rule, key: "bob" }];
const start = new Date("2026-11-25T10:00:00Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const begin = (counters = ann, now = start) => t.store.write((tx) => beginAttempt(tx, counters, now));

test("after the allowed failures one waits for the rest of the time, and others do not", async () => {
  const waits = await Promise.all([begin(), begin(), begin(), begin()]);
  expect(waits.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 60]);
  expect(await begin(ann, after(20))).toBe(40);
  expect(await begin(bob)).toBe(0);
  expect(await t.store.read((reader) => secondsToWait(reader, [...bob, ...ann], after(59)))).toBe(1);
  expect(await begin(ann, after(60))).toBe(0);
});

test("an attempt that is taken back does not count, and a success clears the failures", async () => {
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await begin()).toBe(0);
    await t.store.write((tx) => takeAttemptBack(tx, ann));
  }
  for (let attempt = 0; attempt < 3; attempt++) await begin();
  expect(await begin()).toBe(60);
  await t.store.write((tx) => clearAttempts(tx, ann));
  expect(await begin()).toBe(0);
});

test("names and addresses are not in the database", async () => {
  await begin([{ rule, key: "ann@example.org" }]);
  const rows = await t.store.read((reader) => reader.all("select * from sign_in_attempt"));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("ann");
});

test("a sign-in at a provider is finished once, by its own browser, in time; its secrets are sealed", async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const put = (state: string, until = expiresAt) =>
    t.store.write((tx) => putOAuthSignIn(tx, { state, content: `secret of ${state}`, expiresAt: until }, vault));
  const take = (state: string, isOwn = true) =>
    t.store.write((tx) => takeOAuthSignIn(tx, state, vault, (content) => isOwn && content.includes(state)));
  await put("one");
  await put("late", new Date(Date.now() - 1));
  const rows = await t.store.read((reader) => reader.all("select * from oauth_sign_in"));
  expect(JSON.stringify(rows)).not.toMatch(/secret|one|late/);
  expect(await take("one", false)).toBeUndefined();
  expect(await take("one")).toBe("secret of one");
  expect(await take("one")).toBeUndefined();
  expect(await take("late")).toBeUndefined();
  expect(await take("never")).toBeUndefined();
});
