/** The pages of a list: each asked for once, again after a refresh, and shown until the new one is there. */
import { expect, test } from "vitest";
import { LivePages, type Page, WHOLE } from "./live-pages.ts";

/** A server that answers when it is told to. */
class Answers {
  readonly asked: number[] = [];
  readonly #waiting: ((answer: Page<string> | Promise<never>) => void)[] = [];

  readonly fetch = (from: number): Promise<Page<string>> => {
    this.asked.push(from);
    return new Promise((resolve) => this.#waiting.push(resolve));
  };

  /** Settles the oldest request that waits. */
  async answer(items: readonly string[] | Error, total = 25): Promise<void> {
    const next = this.#waiting.shift()!;
    next(items instanceof Error ? Promise.reject(items) : { items, total });
    // What waits for the answer runs before this.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const letters = (prefix: string, count = 10): string[] => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

test("only the pages in sight are asked for, each once", async () => {
  const server = new Answers();
  const pages = new LivePages(10, server.fetch);
  pages.want(0, 1);
  pages.want(0, 9);
  await server.answer(letters("a"));
  expect(pages.list()).toMatchObject({ total: 25, hasFailed: false });
  pages.want(8, 12);
  expect(server.asked).toEqual([0, 10]);
  expect([pages.list().at(9), pages.list().at(10)]).toEqual(["a9", undefined]);
  await server.answer(letters("b"));
  expect(pages.list().at(10)).toBe("b0");
  // The list has no more than 25.
  pages.want(20, 45);
  expect(server.asked).toEqual([0, 10, 20]);
});

test("after a refresh the old page is shown until the new one is there, and late answers are none", async () => {
  const server = new Answers();
  const pages = new LivePages(10, server.fetch);
  let told = 0;
  pages.subscribe(() => told++);
  pages.want(0, 1);
  await server.answer(letters("a"));
  pages.refresh();
  pages.refresh();
  expect(pages.list().at(0)).toBe("a0");
  await server.answer(letters("late"));
  expect([pages.list().at(0), told]).toEqual(["a0", 1]);
  await server.answer(letters("b"), 3);
  expect([pages.list().at(0), pages.list().total, told]).toEqual(["b0", 3, 2]);
});

test("a request that failed is made again when its page is wanted again", async () => {
  const server = new Answers();
  const pages = new LivePages(10, server.fetch);
  pages.want(0, 1);
  await server.answer(new Error("away"));
  expect(pages.list()).toMatchObject({ total: undefined, hasFailed: true });
  pages.want(0, 1);
  await server.answer(letters("a"));
  expect(pages.list()).toMatchObject({ total: 25, hasFailed: false });
});

test("a list that comes whole is asked for once, wherever it is looked at", async () => {
  const server = new Answers();
  const pages = new LivePages(WHOLE, server.fetch);
  pages.want(50, 170);
  await server.answer(letters("a", 200), 200);
  pages.want(190, 200);
  expect(server.asked).toEqual([0]);
  expect(pages.list().at(199)).toBe("a199");
  pages.refresh();
  expect(server.asked).toEqual([0, 0]);
});
