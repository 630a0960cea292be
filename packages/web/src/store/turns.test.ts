import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

test("one job at a time, in order, also behind one that fails", async () => {
  const turns = new Turns();
  const log: string[] = [];
  const job = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} ends`);
    if (name === "b") throw new Error(name);
    return name;
  };
  const done = await Promise.allSettled(["a", "b", "c"].map((name) => turns.take(job(name))));
  expect(done.map((each) => (each.status === "fulfilled" ? each.value : "failed"))).toEqual(["a", "failed", "c"]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});
