import { expect, test } from "vitest";
import { file, tnef } from "../../../test/support/tnef.ts";
import { leaves, partText } from "./body.ts";
import { parseMessage } from "./parse.ts";
import type { PartNode } from "./part.ts";
import { unpackAhead } from "./unpack.ts";

const message = (name: string): string =>
  `Content-Type: application/ms-tnef; name=${name}\r\nContent-Transfer-Encoding: base64\r\n\r\n` +
  `${tnef(file(`${name}.txt`, Buffer.from(`words of ${name}`))).toString("base64")}\r\n`;
const mail = Buffer.from(
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${message("one")}\r\n--b\r\n${message("two")}\r\n--b--\r\n`,
);

const filesOf = (structure: PartNode): PartNode[] =>
  leaves(structure).flatMap(({ unpacked }) => (unpacked ? leaves(unpacked) : []));

test("a container that was unpacked ahead is not unpacked again", async () => {
  const { structure } = parseMessage(Buffer.from(mail));
  const bytes = Buffer.from(mail);
  const asked: number[] = [];
  const unpack = async (container: Uint8Array) => {
    asked.push(container.length);
    return Buffer.from("-".repeat(2000));
  };
  await unpackAhead(bytes, structure, unpack);
  expect(asked).toHaveLength(2);
  expect(filesOf(structure).map((part) => partText(bytes, part).value)).toEqual([
    expect.stringMatching(/^-+$/),
    expect.stringMatching(/^-+$/),
  ]);
  await unpackAhead(bytes, structure, unpack);
  expect(asked).toHaveLength(2);
  const others = Buffer.from(mail);
  expect(filesOf(structure).map((part) => partText(others, part).value)).toEqual(["words of one", "words of two"]);
});
