import { expect, test } from "vitest";
import { isRecording } from "./recording.ts";

const octets = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

test.each([
  "\0\0\0\x18ftypmp42",
  "\x1a\x45\xdf\xa3\x01\0\0\0",
  "RIFF\x10\0\0\0WAVE",
  "ID3\x04",
  "\xff\xfb\x90",
  "OggS\0",
  "fLaC\0",
])("sound or video: %j", (start) => expect(isRecording(octets(start))).toBe(true));

test.each([
  "",
  "I",
  "#EXTM3U\nhttps",
  "#EXTftyp#EXT".slice(0, 7),
  "<MPD xmlns=",
  "\xef\xbb\xbf#EXTM3U",
  "RIFF\x10\0\0\0AVI ",
  "\xff\x00",
])("no recording: %j", (start) => expect(isRecording(octets(start))).toBe(false));
