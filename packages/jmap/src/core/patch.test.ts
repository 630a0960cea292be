import { describe, expect, test } from "vitest";
import { applyPatch, InvalidPatchError, inversePatch } from "./patch.ts";

const email = () => ({
  subject: "Hello" as string | null,
  keywords: { $seen: true } as Record<string, unknown>,
  mailboxIds: { m1: true } as Record<string, unknown>,
  from: [{ name: "A", email: "a@x.example" }],
});

describe("[8620 §5.3] applyPatch", () => {
  test("sets a property and a key of a map", () => {
    expect(applyPatch(email(), { subject: "Hi", "keywords/$flagged": true })).toEqual({
      ...email(),
      subject: "Hi",
      keywords: { $seen: true, $flagged: true },
    });
  });

  test("leaves the record as it was and shares what it does not touch", () => {
    const before = email();
    const after = applyPatch(before, { "keywords/$flagged": true });
    expect(before).toEqual(email());
    expect(after.mailboxIds).toBe(before.mailboxIds);
    expect(after.keywords).not.toBe(before.keywords);
  });

  test("null removes a key of a map", () => {
    expect(applyPatch(email(), { "keywords/$seen": null }).keywords).toEqual({});
  });

  test("null for a key that is not there does nothing", () => {
    expect(applyPatch(email(), { "keywords/$flagged": null })).toEqual(email());
  });

  test("null sets a property to its default", () => {
    const after = applyPatch(email(), { keywords: null, subject: null }, { keywords: {} });
    expect(after).toMatchObject({ keywords: {}, subject: null });
  });

  test("a whole object is a patch", () => {
    expect(applyPatch(email(), email())).toEqual(email());
  });

  test("two paths into one map both take effect", () => {
    const after = applyPatch(email(), { "mailboxIds/m1": null, "mailboxIds/m2": true });
    expect(after.mailboxIds).toEqual({ m2: true });
  });

  test("[6901 §3] ~1 is a slash and ~0 a tilde, in this order", () => {
    const after = applyPatch(email(), { "keywords/a~1b": true, "keywords/c~0d": true, "keywords/e~01": true });
    expect(Object.keys(after.keywords)).toEqual(["$seen", "a/b", "c~d", "e~1"]);
  });

  test.each([
    ["leads into nothing", { "nothing/a": true }],
    ["leads through nothing", { "keywords/a/b": true }],
    ["points into an array", { "from/0": { email: "b@x.example" } }],
    ["points through an array", { "from/0/email": "b@x.example" }],
    ["points into a string", { "subject/length": 1 }],
    ["is a prefix of another", { keywords: {}, "keywords/$seen": true }],
  ])("a path that %s is invalid", (_, patch) => {
    expect(() => applyPatch(email(), patch)).toThrow(InvalidPatchError);
  });

  test("a name that only begins alike is no prefix", () => {
    const record = { a: { b: 1 }, ab: 1 };
    expect(applyPatch(record, { ab: 2, "a/b": 2 })).toEqual({ a: { b: 2 }, ab: 2 });
  });

  test("[bad input] names of Object's own are names like any other", () => {
    const patch = JSON.parse('{"keywords/__proto__": true, "__proto__": {"polluted": true}}') as Record<
      string,
      unknown
    >;
    const after = applyPatch(email(), patch);
    expect(Object.hasOwn(after.keywords, "__proto__")).toBe(true);
    expect(Object.hasOwn(after, "__proto__")).toBe(true);
    expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(() => applyPatch(email(), { "constructor/name": "x" })).toThrow(InvalidPatchError);
    expect(() => applyPatch(email(), { "__proto__/polluted": true })).toThrow(InvalidPatchError);
    const cleared = applyPatch(email(), JSON.parse('{"__proto__": null}') as Record<string, unknown>);
    expect(Object.getPrototypeOf(cleared)).toBe(Object.prototype);
  });
});

describe("inversePatch", () => {
  test.each([
    ["a property", { subject: "Hi" }],
    ["a key that was there", { "keywords/$seen": null }],
    ["a key that was not there", { "keywords/$flagged": true }],
    ["a move", { "mailboxIds/m1": null, "mailboxIds/m2": true }],
    ["a whole map", { keywords: { $flagged: true } }],
    ["names with slashes and tildes", { "keywords/a~1b": true, "keywords/c~0d": true }],
    ["a name of Object's own", JSON.parse('{"keywords/__proto__": true}') as Record<string, unknown>],
  ])("takes back %s", (_, patch) => {
    const after = applyPatch(email(), patch);
    expect(after).not.toEqual(email());
    expect(applyPatch(after, inversePatch(email(), patch))).toEqual(email());
  });

  test("what cannot be applied cannot be taken back", () => {
    expect(() => inversePatch(email(), { "nothing/a": true })).toThrow(InvalidPatchError);
  });
});
