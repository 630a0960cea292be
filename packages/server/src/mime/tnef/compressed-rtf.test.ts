import { expect, test } from "vitest";
import { decompressRtf } from "./compressed-rtf.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** Both examples of the specification. */
const simple = hex(
  "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0",
);
const crossing = hex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0");

test("[MS-OXRTFCP §3.1] references into the initial window", () => {
  expect(text(decompressRtf(simple))).toBe("{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n");
});

test("[MS-OXRTFCP §3.2] a reference that overlaps its own output", () => {
  expect(text(decompressRtf(crossing))).toBe("{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}");
});

test("truncated anywhere, or with any octet changed, it terminates with partial output", () => {
  for (let length = 0; length < simple.length; length++) {
    expect(decompressRtf(simple.subarray(0, length)).length).toBeLessThanOrEqual(43);
  }
  for (let at = 0; at < simple.length; at++) {
    const changed = Buffer.from(simple);
    changed[at] = 0xff;
    expect(decompressRtf(changed).length).toBeLessThanOrEqual(8_000_000);
  }
});

test("a declared size of 4 GB is bounded", () => {
  const bomb = Buffer.concat([simple.subarray(0, 16), Buffer.alloc(1_000_000, 0xff)]);
  bomb.writeUInt32LE(0xffff_ffff, 4);
  expect(decompressRtf(bomb).length).toBeLessThanOrEqual(8_000_000);
});
