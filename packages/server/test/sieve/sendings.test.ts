/** What a script sends to others is found wherever it stands. */
import { expect, test } from "vitest";
import { answersPeople, sendingsOf } from "../../src/sieve/sendings.ts";

const names = (script: string): string[] => sendingsOf(script).others.map(({ name, line }) => `${name} ${line}`);

test("programs that are run by a test, however deep, are named with their line", () => {
  const script = `require ["vnd.dovecot.execute", "vnd.dovecot.filter", "vnd.dovecot.pipe"];
if allof (true,
  not anyof (EXECUTE :pipe "one", header :is "a" "b")) { stop; }
elsif filter "two" { keep; }
elsif pipe :try "three" { keep; }
`;
  expect(names(script)).toEqual(["execute 3", "filter 4", "pipe 5"]);
});

test("a report goes to others", () => {
  expect(names('require "vnd.dovecot.report";\nif true { report "abuse" "hello" "thief@example.org"; }')).toEqual([
    "report 2",
  ]);
});

test("what only sorts sends nothing", () => {
  expect(sendingsOf('if header :contains "subject" "notify" { fileinto "report"; }')).toEqual({
    redirects: [],
    others: [],
  });
});

test("a script answers people by a command, and not by a word of it", () => {
  expect(answersPeople('require "vacation";\nif true { Vacation "Away"; }')).toBe(true);
  expect(answersPeople('require "vacation";\nkeep;')).toBe(false);
  expect(answersPeople('if header :is "subject" "vacation" { stop; }')).toBe(false);
  expect(answersPeople('require ["vacation"];\nif {')).toBe(true);
});
