/** Inputs that once caused a failure do not cause it again. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Target } from "./target.ts";
import { openTarget, targetNames } from "./targets.ts";

const folder = join(import.meta.dirname, "findings");
const findings = readdirSync(folder);

describe.each(targetNames)("%s", (name) => {
  let target: Target;
  beforeAll(async () => void (target = await openTarget(name)));
  afterAll(() => target.close?.());

  test("all findings", { timeout: 120_000 }, async () => {
    const broken: Record<string, unknown> = {};
    for (const file of findings.filter((each) => each.startsWith(`${name}-`))) {
      try {
        await target.run(readFileSync(join(folder, file)));
      } catch (error) {
        broken[file] = error;
      }
    }
    expect(broken).toEqual({});
  });
});
