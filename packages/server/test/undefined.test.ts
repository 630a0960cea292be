/** `undefined` is no value of SQL. What keeps it away are types; here is what keeps the types true. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Check, checkArguments, optional, type Shape, string } from "../src/methods/checks.ts";
import { createLogger } from "../src/log.ts";
import type { Store } from "../src/store/db/store.ts";
import { openMemoryStore } from "./support/memory-store.ts";

const source = join(import.meta.dirname, "../src");

describe("what clients leave out", () => {
  test("may be left out only where its type says so", () => {
    interface Args {
      needed: string;
      spare?: string;
    }
    const shape: Shape<Args> = { needed: string, spare: optional(string) };
    expect(() => checkArguments(shape, { spare: "x" })).toThrow("needed is not a string");
    expect(checkArguments(shape, { needed: "x" })).toEqual({ needed: "x" });
    // @ts-expect-error: a property that the type has always is not let be missing
    const loose: Shape<Args> = { needed: optional(string), spare: string };
    // @ts-expect-error: nor inside a list, where nothing is left out
    const inside: Check = optional(string);
    expect([loose, inside]).toHaveLength(2);
  });

  test("gets no other type by two casts, which would pass anything", () => {
    const files = globSync("{methods,store}/**/*.ts", { cwd: source });
    expect(files.length).toBeGreaterThan(100);
    const casting = files.filter((file) => readFileSync(join(source, file), "utf8").includes("as unknown as"));
    // The request's own shape is checked right there.
    expect(casting).toEqual([join("methods", "dispatch.ts")]);
  });
});

describe("the store", () => {
  let store: Store;
  beforeAll(async () => {
    store = await openMemoryStore(createLogger("silent"));
  });
  afterAll(() => store.close());

  test("refuses it, in what is written and in what is read", async () => {
    const nothing = undefined as unknown as string;
    await expect(store.write((tx) => tx.run("insert into setting values ('a', ?)", nothing))).rejects.toThrow(
      TypeError,
    );
    await expect(store.read((reader) => reader.all("select id from account where email = ?", nothing))).rejects.toThrow(
      TypeError,
    );
  });
});
