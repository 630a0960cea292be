import { expect, test } from "vitest";
import { headersOf } from "../../../mime/headers/headers.ts";
import { parseMessage } from "../../../mime/parse/parse.ts";
import { writeVacationMessage } from "./vacation-message.ts";

const hostile = "x\r\nBcc: evil@x.example\r\n\r\n";
const response = {
  id: "singleton" as const,
  isEnabled: true,
  fromDate: null,
  toDate: null,
  subject: null,
  textBody: "Away",
  htmlBody: null,
};
const identity = {
  id: "i1",
  name: `"${hostile}`,
  email: "you@pismo.localhost",
  replyTo: null,
  bcc: null,
  textSignature: "",
  htmlSignature: "",
  mayDelete: false,
};

test.each([
  `Subject: =?utf-8?B?${Buffer.from(`a${hostile}`).toString("base64")}?=\r\n`,
  `Subject: =?utf-8?B?${Buffer.from("=?utf-8?Q?=0D=0ABcc:_evil@x.example?=").toString("base64")}?=\r\n`,
  `Subject: ${"a".repeat(5000)}\r\n`,
  "Message-ID: <a\x0b\u2028Bcc: evil@x.example>\r\nReferences: <b\x1b> <\u2028> <c@x.example>\r\n",
  `Message-ID: <${"m".repeat(5000)}@x.example>\r\n`,
])("an answer has the fields that it should, whatever the letter says: %j", (fields) => {
  const parsed = parseMessage(Buffer.from(`From: a@x.example\r\n${fields}\r\nText\r\n`));
  const now = new Date("2026-11-21T11:05:00Z");
  const bytes = writeVacationMessage({ response, identity, to: "a@x.example", parsed, now });
  const text = Buffer.from(bytes).toString("latin1");
  expect(text).not.toMatch(/\r(?!\n)|(?<!\r)\n|[^\r\n]{999}|\r\n[^ \t]?Bcc:/);
  const { structure, headers } = parseMessage(bytes);
  const names = headersOf(bytes, 0, structure.bodyStart).map(({ name }) => name.toLowerCase());
  const known =
    "from to subject date message-id in-reply-to references auto-submitted precedence mime-version content-type content-transfer-encoding";
  expect(names.filter((name) => !known.split(" ").includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(headers).toMatchObject({
    bcc: null,
    to: [{ email: "a@x.example" }],
    from: [{ email: "you@pismo.localhost" }],
  });
});

test.each([
  ["you@mail.example", "mail.example"],
  ["you@почта.рф", "xn--80a1acny.xn--p1ai"],
  ["вы@почта.рф", "xn--80a1acny.xn--p1ai"],
])("the Message-ID of an answer by %s ends in the domain of that address", (email, domain) => {
  const parsed = parseMessage(Buffer.from("From: a@x.example\r\n\r\nText\r\n"));
  const bytes = writeVacationMessage({
    response,
    identity: { ...identity, email },
    to: "a@x.example",
    parsed,
    now: new Date(),
  });
  expect(Buffer.from(bytes).toString()).toMatch(new RegExp(`^Message-ID: <[a-z0-9.]+@${domain}>\r$`, "m"));
});
