/** Inputs that once broke something must not break it again. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Target } from "./target.ts";
import { openTarget, targetNames } from "./targets.ts";

const folder = join(import.meta.dirname, "kept");
const kept = readdirSync(folder);

describe.each(targetNames)("%s", (name) => {
  let target: Target;
  beforeAll(async () => void (target = await openTarget(name)));
  afterAll(() => target.close?.());

  test("what was kept", { timeout: 120_000 }, async () => {
    const broken: Record<string, unknown> = {};
    for (const file of kept.filter((each) => each.startsWith(`${name}-`))) {
      try {
        await target.run(readFileSync(join(folder, file)));
      } catch (error) {
        broken[file] = error;
      }
    }
    expect(broken).toEqual({});
  });
});
