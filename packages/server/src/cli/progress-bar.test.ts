import { expect, test } from "vitest";
import { createProgressBar, progressLine } from "./progress-bar.ts";

test("the line shows share, letters, rate and time left", () => {
  const line = progressLine({ done: 500, messages: 12_400 }, { total: 1000, start: 0, seconds: 5, columns: 100 });
  expect(line).toBe(`[${"█".repeat(20)}${" ".repeat(20)}]  50 %  12,400 letters  2,480/s  0:05 left`);
});

test("after a break the time left comes from the work since", () => {
  const at = { total: 1000, start: 400, seconds: 10, columns: 80 };
  expect(progressLine({ done: 500, messages: 10 }, at)).toContain("0:50 left");
});

test("a narrow terminal gets no bar and no line break", () => {
  expect(progressLine({ done: 1, messages: 1 }, { total: 2, start: 0, seconds: 1, columns: 20 }).length).toBeLessThan(
    20,
  );
});

test("a terminal line is redrawn, a file gets complete lines occasionally", () => {
  for (const isTTY of [true, false]) {
    let written = "";
    let time = 0;
    const bar = createProgressBar({ isTTY, write: (text) => (written += text) }, 100, { now: () => time });
    for (let done = 0; done <= 100; done++) {
      time += 90;
      bar.update({ done, messages: done });
    }
    bar.note("broken: letter 7");
    bar.end();
    expect(written).toContain("broken: letter 7\n");
    expect(written.includes("\r")).toBe(isTTY);
    expect(written.split("\n").length).toBe(isTTY ? 2 : 3);
  }
});
