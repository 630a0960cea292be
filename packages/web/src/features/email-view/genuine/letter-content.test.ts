// @vitest-environment jsdom
import type { EmailBodyPart } from "@pismo/jmap";
import { expect, test } from "vitest";
import { contentOf } from "./letter-content.ts";

const letter = (parts: Record<string, string>, isTruncated = false) => {
  const bodies = Object.entries(parts).map(([type, value], at) => ({ part: { type, partId: String(at) }, value }));
  const of = (type: string) =>
    bodies.filter(({ part }) => part.type === type).map(({ part }) => part as unknown as EmailBodyPart);
  const bodyValues = Object.fromEntries(
    bodies.map(({ part, value }) => [part.partId, { value, isTruncated, isEncodingProblem: false }]),
  );
  return { htmlBody: of("text/html"), textBody: of("text/plain"), bodyValues };
};
const html = (value: string) => contentOf(letter({ "text/html": value }));

test("what would run, load or ask is counted by kinds", () => {
  const { blocked } = html(
    `<script>a()</script><p onclick="b()" onmouseover="c()">x</p><a href=" java&#10;script:d()">y</a>` +
      `<img src="https://far.test/a.png" width="200" height="90"><img src="https://far.test/t.gif" width="1" height="1">` +
      `<form action="https://far.test/"><input name="pin"></form><iframe src="https://far.test/"></iframe><object></object>`,
  );
  expect(blocked).toEqual({ pictures: 1, trackers: 1, scripts: 4, forms: 1, frames: 2 });
});

test("data in a script element is none", () => {
  const data = `<script type="application/ld+json">{"@type":"Order"}</script>`;
  expect(html(data).blocked.scripts).toBe(0);
  expect(html(data.replace("application/ld+json", "Text/JavaScript")).blocked.scripts).toBe(1);
});

test("fields without a form are one", () => {
  expect(html("<p>PIN</p><input><input>").blocked.forms).toBe(1);
  expect(html("<p>Text</p>").blocked).toEqual({ pictures: 0, trackers: 0, scripts: 0, forms: 0, frames: 0 });
});

test("links of the markup and of the plain text beside it, where each leads", () => {
  const found = contentOf(
    letter({
      "text/html": `<a href="https://attack.test/1">www.bank.example</a> <a href="https://attack.test/2">bank.example</a>
        <a href="https://www.bank.example/">bank.example</a> <a href="mailto:a@b.example">write</a>`,
      "text/plain": "See https://other.example/x and https://bаnk.example/in.",
    }),
  );
  expect(found.hosts).toEqual(["attack.test", "www.bank.example", "other.example", "xn--bnk-6cd.example"]);
  expect(found.misleading).toEqual([
    { named: "www.bank.example", host: "attack.test" },
    { named: "bank.example", host: "attack.test" },
    { named: "bаnk.example", host: "xn--bnk-6cd.example" },
  ]);
  expect([found.misleadingCount, found.isPartial]).toEqual([3, false]);
});

test("of what is too large it is said that there may be more", () => {
  expect(html("<b>".repeat(5000)).isPartial).toBe(true);
  expect(contentOf(letter({ "text/plain": "x" }, true)).isPartial).toBe(true);
});
