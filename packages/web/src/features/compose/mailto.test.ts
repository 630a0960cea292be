import { expect, test } from "vitest";
import { readMailto } from "./mailto.ts";

const emails = (list: { email: string }[]): string[] => list.map(({ email }) => email);

test("recipients stand in the path and in fields, repeated, each once", () => {
  const fields = readMailto(
    "MAILTO:a@x.example,b@x.example?to=c@x.example&TO=A@x.example&cc=d@x.example&bcc=e@x.example",
  );
  expect(emails(fields.to)).toEqual(["a@x.example", "b@x.example", "c@x.example"]);
  expect(emails(fields.cc)).toEqual(["d@x.example"]);
  expect(emails(fields.bcc)).toEqual(["e@x.example"]);
});

test("what is encoded is decoded, a plus stays a plus, and line ends are kept in the text alone", () => {
  expect(readMailto("mailto:a+b%40x.example?subject=1+1%20%D0%B4%D0%B0&body=one%0D%0Atwo%00&body=three")).toEqual({
    to: [{ name: null, email: "a+b@x.example" }],
    cc: [],
    bcc: [],
    subject: "1+1 да",
    text: "one\ntwo\nthree",
  });
});

test("no name of the link's making is taken", () => {
  expect(readMailto("mailto:Your%20bank%20%3Ca@x.example%3E").to).toEqual([{ name: null, email: "a@x.example" }]);
});

test.each([
  "mailto:",
  "mailto:?",
  "mailto:a%0D%0ABcc:%20b@x.example",
  "mailto:a,%2Cb@x.example",
  "mailto:?to=%3Cb@x.example%3E%0D%0ABcc:c@x.example",
  "mailto:?attach=/etc/passwd&attachment=a.txt&from=b@x.example&In-Reply-To=%3Ca@b%3E",
])("nothing is taken from %s", (href) => {
  expect(readMailto(href)).toEqual({ to: [], cc: [], bcc: [], subject: "", text: "" });
});

test("a subject is one line, and what is encoded badly stands as it is", () => {
  expect(readMailto("mailto:?subject=a%0D%0ABcc:%20d").subject).toBe("a Bcc: d");
  expect(readMailto("mailto:?subject=100%").subject).toBe("100%");
});

test("thousands of recipients and fields are cut", () => {
  const many = Array.from({ length: 50_000 }, (_, index) => `a${index}@x.example`);
  expect(readMailto(`mailto:${many.join(",")}`).to).toHaveLength(100);
  expect(readMailto(`mailto:?${many.map((one) => `to=${one}`).join("&")}`).to).toHaveLength(100);
  expect(readMailto(`mailto:?subject=${"x".repeat(1_000_000)}`).subject).toHaveLength(998);
});
