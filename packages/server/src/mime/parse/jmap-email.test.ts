import { expect, test } from "vitest";
import { bodyLists } from "./body.ts";
import {
  type BodyValueOptions,
  bodyValuesOf,
  defaultBodyProperties,
  isBodyProperty,
  toBodyPart,
  truncate,
} from "./jmap-email.ts";
import { scan } from "./scan.ts";

const bytes = Buffer.from(
  `Content-Type: multipart/mixed; boundary=o

--o
Content-Type: multipart/alternative; boundary=i

--i
Content-Type: text/plain; charset=utf-8
X-Own: =?utf-8?Q?=D1=8F?=
X-Own: b

привет
--i
Content-Type: text/html; charset=utf-8

<p>привет</p>
--i--
--o
Content-Type: text/csv; name=a.csv

a,b
--o--
`.replaceAll("\n", "\r\n"),
);
const structure = scan(bytes);
const source = { bytes, blobIdOf: (partId: string): string => `B_${partId}` };

test("[8621 §4.2] the default properties; a multipart has neither partId nor blobId, but its parts", () => {
  const root = toBodyPart(structure, defaultBodyProperties, source);
  expect(root).toMatchObject({ partId: null, blobId: null, type: "multipart/mixed" });
  expect(root.subParts?.[1]).toEqual({
    partId: "2",
    blobId: "B_2",
    size: 3,
    name: "a.csv",
    type: "text/csv",
    charset: "us-ascii",
    disposition: null,
    cid: null,
    language: null,
    location: null,
  });
});

test("[8621 §4.1.4] headers and header:* of a part", () => {
  const properties = ["headers", "header:X-Own:asText", "header:x-own:asText:all", "header:X-None"];
  const part = structure.subParts?.[0]?.subParts?.[0];
  expect(toBodyPart(part!, properties, source)).toEqual({
    headers: [
      { name: "Content-Type", value: " text/plain; charset=utf-8" },
      { name: "X-Own", value: " =?utf-8?Q?=D1=8F?=" },
      { name: "X-Own", value: " b" },
    ],
    "header:X-Own:asText": "b",
    "header:x-own:asText:all": ["я", "b"],
    "header:X-None": null,
  });
});

test("a property is known or it is not", () => {
  expect(isBodyProperty("subParts")).toBe(true);
  expect(isBodyProperty("header:X-Own:asURLs:all")).toBe(true);
  expect(isBodyProperty("header:X-Own:asNothing")).toBe(false);
  expect(isBodyProperty("value")).toBe(false);
});

const values = (options: BodyValueOptions): Record<string, unknown> =>
  bodyValuesOf(bytes, structure, bodyLists(structure), options);

test("[8621 §4.2] fetchTextBodyValues, fetchHTMLBodyValues, fetchAllBodyValues", () => {
  expect(Object.keys(values({}))).toEqual([]);
  expect(Object.keys(values({ fetchTextBodyValues: true }))).toEqual(["1.1"]);
  expect(Object.keys(values({ fetchHTMLBodyValues: true }))).toEqual(["1.2"]);
  expect(Object.keys(values({ fetchAllBodyValues: true })).toSorted()).toEqual(["1.1", "1.2", "2"]);
});

test("[8621 §4.2] maxBodyValueBytes cuts no character and no tag", () => {
  expect(values({ fetchTextBodyValues: true, maxBodyValueBytes: 5 })).toEqual({
    "1.1": { value: "пр", isEncodingProblem: false, isTruncated: true },
  });
  expect(truncate("🎉🎉", 7, false)).toBe("🎉");
  expect(truncate('a<a href="x">b', 8, true)).toBe("a");
  expect(truncate("<p>ab", 4, true)).toBe("<p>a");
  expect(truncate("abc", 0, false)).toBe("abc");
  expect(truncate("abc", 3, false)).toBe("abc");
});
