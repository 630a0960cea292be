import { expect, test } from "vitest";
import { tellNews } from "../sync/news.ts";
import { refetched } from "./refetched.ts";

const news = (): void => tellNews({ a: { Preferences: "1" } });

/** A server's value, and what is asked of it. */
function begin() {
  let stored = "first";
  const known = refetched(["Preferences"], "nothing", async () => stored);
  return { known, store: (value: string) => void (stored = value) };
}

test("news of an earlier write that arrives during a later one does not bring back the value between", async () => {
  const { known, store } = begin();
  expect(await known.load("a")).toBe("first");
  await known.write("a", "second", async () => store("second"));
  await known.write("a", "third", async () => {
    news();
    expect(await known.load("a")).toBe("third");
    store("third, and more");
  });
  // What the news said is asked for once the write is done.
  expect(await known.load("a")).toBe("third, and more");
});

test("a write that fails brings back what was there before", async () => {
  const { known } = begin();
  await known.load("a");
  const refused = known.write("a", "second", async () => {
    throw new Error("refused");
  });
  expect(await known.load("a")).toBe("second");
  await expect(refused).rejects.toThrow("refused");
  expect(await known.load("a")).toBe("first");
});
