import { expect, test } from "vitest";
import { createLogger } from "./log.ts";

function capture(level: Parameters<typeof createLogger>[0] = "info") {
  const lines: string[] = [];
  return { lines, log: createLogger(level, { write: (line) => lines.push(line) }) };
}

test("an event is one line with its values", () => {
  const { lines, log } = capture();
  log.info("letter delivered", { account: "a1", size: 12, subject: "two words" });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\S+Z info {2}letter delivered account=a1 size=12 subject="two words"\n$/);
});

test("only the level that was asked for and graver ones are written", () => {
  const { lines, log } = capture("warn");
  log.debug("a");
  log.info("b");
  log.warn("c");
  log.error("d");
  expect(lines.join("")).toMatch(/warn {2}c\n.*error d\n$/);
});

test("text from outside cannot forge a second line", () => {
  const { lines, log } = capture();
  log.warn("refused\n2026 info all is well", { from: "a\r\nb\u001b[2J" });
  expect(lines[0]?.match(/\n/g)).toHaveLength(1);
  expect(lines[0]).not.toContain("\u001b");
});

test("secrets stay out: by the name of the field, and in the user part of a URL", () => {
  const { lines, log } = capture();
  log.info("sending", {
    password: "hunter2",
    token: "hunter2",
    url: "smtp://me:hunter2@host/",
    error: new Error("at smtp://me:hunter2@host"),
  });
  expect(lines[0]).not.toContain("hunter2");
});
