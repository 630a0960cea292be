import { expect, test } from "vitest";
import { createLogger, type LogFormat, withFields } from "./log.ts";

function capture(level: Parameters<typeof createLogger>[0] = "info", format?: LogFormat) {
  const lines: string[] = [];
  return { lines, log: createLogger(level, { write: (line) => lines.push(line) }, format) };
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

test("as JSON an event is one object, with its values as members", () => {
  const { lines, log } = capture("info", "json");
  log.info("letter delivered", {
    account: "a1",
    size: 12,
    isNew: true,
    parts: [{ type: "text/plain" }],
    from: undefined,
  });
  expect(lines).toEqual([expect.stringMatching(/^[^\n]+\n$/)]);
  expect(JSON.parse(lines[0]!)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    level: "info",
    message: "letter delivered",
    account: "a1",
    size: 12,
    isNew: true,
    parts: [{ type: "text/plain" }],
  });
});

test.each(["text", "json"] as const)("%s: secrets inside of objects and beside other values stay out", (format) => {
  const { lines, log } = capture("info", format);
  log.info("sending by smtp://me:hunter2@host", {
    request: {
      authorization: "hunter2",
      via: ["smtp://me:hunter2@host/"],
      deep: { er: { still: { password: "hunter2" } } },
    },
    url: new URL("smtp://me:hunter2@host"),
    plain: "http://host",
    to: "carol@example.org",
  });
  expect(lines[0]).not.toContain("hunter2");
  expect(lines[0]).toContain("carol@example.org");
  expect(lines[0]).toContain("http://host");
});

test.each(["text", "json"] as const)("%s: whatever is logged, it is one line without control characters", (format) => {
  const circular: Record<string, unknown> = { big: 1n, symbol: Symbol("x"), map: new Map([["a", 1]]) };
  circular["self"] = circular;
  const { lines, log } = capture("debug", format);
  log.error("a\u007fb\u009bc", { circular, error: new Error("one\ntwo"), nothing: null, made: () => 1 });
  // oxlint-disable-next-line no-control-regex
  expect(lines[0]!.slice(0, -1)).not.toMatch(/\p{Cc}/u);
  expect(lines[0]).toContain("one\\ntwo");
});

test("as JSON a control character is what it was for the reader", () => {
  const { lines, log } = capture("info", "json");
  log.error("a\u007fb\u009bc\n");
  expect(JSON.parse(lines[0]!)).toMatchObject({ message: "a\u007fb\u009bc\n" });
});

test("a logger for one request adds its fields to every line", () => {
  const { lines, log } = capture();
  withFields(log, { request: "r1" }).warn("slow", { ms: 12 });
  expect(lines[0]).toMatch(/warn {2}slow request=r1 ms=12\n$/);
});
