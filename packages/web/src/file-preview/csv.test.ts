import { expect, test } from "vitest";
import { MAX_CELLS, MAX_COLUMNS, MAX_ROWS, readTable } from "./csv.ts";

test.each([
  [
    "a,b\r\n1,2\r\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a;b,c\n1;2",
    [
      ["a", "b,c"],
      ["1", "2"],
    ],
  ],
  ["a\tb\n", [["a", "b"]]],
  ['"x, ""y""",z\n', [['x, "y"', "z"]]],
  ['"two\nlines",z\n', [["two\nlines", "z"]]],
  [
    "a,,\n,b,\n",
    [
      ["a", "", ""],
      ["", "b", ""],
    ],
  ],
  ['"open,never closed', [["open,never closed"]]],
  ["", []],
])("%j", (text, rows) => {
  expect(readTable(text)).toEqual({ rows, isCut: false });
});

test("an endless table is cut, and says so", () => {
  const long = readTable("1,2\n".repeat(MAX_ROWS + 1));
  expect([long.rows.length, long.isCut]).toEqual([MAX_ROWS, true]);
  const wide = readTable(`${"1,".repeat(MAX_COLUMNS + 5)}\n`);
  expect([wide.rows[0]!.length, wide.isCut]).toEqual([MAX_COLUMNS, true]);
  const large = readTable(`${"1,".repeat(MAX_COLUMNS - 1)}1\n`.repeat(MAX_ROWS));
  expect([large.rows.flat().length, large.isCut]).toEqual([MAX_CELLS, true]);
});
