import { expect, test } from "vitest";
import { wireAddress, wireHeader } from "./wire-header.ts";

const wire = (lines: string[]) => {
  const { header, needsUtf8 } = wireHeader(Buffer.from([...lines, "", ""].join("\r\n")));
  return { lines: Buffer.from(header).toString().split("\r\n").slice(0, -2), needsUtf8 };
};

test("[5890 §2.3.2.1] domains outside ASCII become A-labels in every field with addresses", () => {
  const fields = ["From", "Sender", "Reply-To", "To", "Cc", "Resent-To"];
  expect(wire(fields.map((name) => `${name}: b@пример.рф`))).toEqual({
    lines: fields.map((name) => `${name}: b@xn--e1afmkfd.xn--p1ai`),
    needsUtf8: false,
  });
});

test("names, address lists and groups are preserved, folded or not", () => {
  const { lines, needsUtf8 } = wire([
    'To: "Doe, J." <j@пример.рф>,\r\n =?utf-8?B?0J7Qu9GP?= <o@b.example>, Friends: a@bücher.example, c@d.example;',
    "Subject: Привет, b@пример.рф",
  ]);
  expect(lines.slice(0, -1).join("").replaceAll(/\s+/g, " ")).toBe(
    'To: "Doe, J." <j@xn--e1afmkfd.xn--p1ai>, =?UTF-8?B?0J7Qu9GP?= <o@b.example>, Friends: a@xn--bcher-kva.example, c@d.example;',
  );
  expect(lines.at(-1)).toBe("Subject: Привет, b@пример.рф");
  expect(needsUtf8).toBe(false);
});

test("[6532] a local part outside ASCII is unchanged, with its domain, and requires SMTPUTF8", () => {
  expect(wire(["To: почта@пример.рф, b@пример.рф"])).toEqual({
    lines: ["To: почта@пример.рф, b@xn--e1afmkfd.xn--p1ai"],
    needsUtf8: true,
  });
});

test("an invalid domain is unchanged", () => {
  expect(wireAddress("a@при мер.рф")).toBe("a@при мер.рф");
  expect(wireAddress("a@[127.0.0.1]")).toBe("a@[127.0.0.1]");
});

test("fields in ASCII, without addresses or not in UTF-8 are unchanged", () => {
  const plain = Buffer.from('To: "=?x?=" <a@b.example> (c)\r\nX-From: b@пример.рф\r\nTo: привет\r\n\r\n');
  expect(wireHeader(plain.subarray(0, 32)).header).toEqual(plain.subarray(0, 32));
  expect(wire(["X-From: b@пример.рф"]).lines).toEqual(["X-From: b@пример.рф"]);
});

test("a name with encoded line ends injects no field", () => {
  const { lines } = wire(["To: =?utf-8?Q?a=0D=0ABcc:_evil@x.example?= <b@пример.рф>"]);
  expect(lines.filter((line) => /^bcc/i.test(line))).toEqual([]);
  expect(lines.join("")).toContain("b@xn--e1afmkfd.xn--p1ai");
});
