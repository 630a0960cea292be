/** Which data of an image is removed: docs/decisions/0021-pictures-that-are-sent.md. */
import { expect, test } from "vitest";
import { type CleanImage, cleanImage } from "../src/index.ts";
import { orientationOf } from "../src/orientation.ts";
import {
  exif,
  gif,
  jfif,
  jpeg,
  jpegExif,
  jpegOf,
  jpegPixels,
  jpegSegment,
  png,
  pngChunk,
  webp,
  webpChunk,
} from "./support/images.ts";

function cleaned(bytes: Uint8Array): CleanImage {
  const image = cleanImage(bytes);
  if (typeof image !== "object") throw new Error(`not clean: ${image}`);
  return image;
}
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

const script = "<script>alert(1)</script>";
const place = "55.7558";
const zip = Buffer.from("PK\x03\x04a zip", "latin1");

/** Each kind bare, and with all that a file of it can carry. */
const kinds: Record<string, { bare: Buffer; laden: Buffer }> = {
  "image/jpeg": {
    bare: jpeg(),
    laden: Buffer.concat([
      jpeg(
        jpegExif(1),
        jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${place}</x>`),
        jpegSegment(0xed, "Photoshop 3.0\0a caption"),
        jpegSegment(0xe2, "MPF\0another image"),
        jpegSegment(0xe0, "JFXX\0\x10a small image"),
        jpegSegment(0xfe, script),
      ),
      zip,
    ]),
  },
  "image/png": {
    bare: png(),
    laden: Buffer.concat([
      png({
        before: [pngChunk("eXIf", exif(1)), pngChunk("tEXt", `Comment\0${script}`), pngChunk("tIME", "1234567")],
        after: [pngChunk("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${place}`), pngChunk("prVt", "private")],
      }),
      zip,
    ]),
  },
  "image/webp": {
    bare: webp(),
    laden: Buffer.concat([webp(0x0c, webpChunk("EXIF", exif(1)), webpChunk("XMP ", place)), zip]),
  },
  "image/gif": {
    bare: gif(),
    laden: Buffer.concat([
      gif(
        Buffer.from(`\x21\xfe${String.fromCharCode(script.length)}${script}\0`, "latin1"),
        Buffer.from(`\x21\xff\x0bXMP DataXMP\x07${place}\0`, "latin1"),
      ),
      zip,
    ]),
  },
};

test.each(Object.entries(kinds))("%s: nothing but the image is left, to the octet", (type, { bare, laden }) => {
  expect(latin1(laden)).toContain(place);
  const image = cleaned(laden);
  expect(image.type).toBe(type);
  expect(Buffer.from(image.bytes)).toEqual(bare);
  expect(latin1(image.bytes)).not.toMatch(/55\.7558|script|PK/);
});

test.each(Object.entries(kinds))("%s: a clean file comes back as it is, the same object", (_, { bare }) => {
  expect(cleaned(bare).bytes).toBe(bare);
});

test.each(["II", "MM"] as const)("[EXIF] the way up stays, the place and all else goes (%s)", (order) => {
  for (let way = 2; way <= 8; way++) {
    const files = [
      jpeg(jpegExif(way, order)),
      png({ before: [pngChunk("eXIf", exif(way, order))] }),
      webp(0x08, webpChunk("EXIF", exif(way, order))),
    ];
    for (const file of files) {
      const { bytes } = cleaned(file);
      const at = latin1(bytes).indexOf("MM\0*");
      expect(orientationOf(bytes.subarray(at))).toBe(way);
      expect(latin1(bytes)).not.toMatch(/55\.7558|Maker/);
      expect(cleaned(bytes).bytes).toBe(bytes);
    }
  }
});

test("colours stay: ICC profiles, Adobe's marker, gamma and chromaticities", () => {
  const colours = [jpegSegment(0xe2, "ICC_PROFILE\0\x01\x01profile"), jpegSegment(0xee, "Adobe\0d\0\0\0\0\0")];
  const photograph = jpeg(...colours);
  expect(cleaned(photograph).bytes).toBe(photograph);
  const drawing = png({ before: [pngChunk("gAMA", "\0\0\xb1\x8f"), pngChunk("iCCP", "p\0\0x")] });
  expect(cleaned(drawing).bytes).toBe(drawing);
});

test("[JFIF] the small image in the header goes: it may show what was cut away", () => {
  const intro = jpegSegment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01rgb`);
  expect(Buffer.from(cleaned(jpegOf(intro, jpegPixels())).bytes)).toEqual(jpegOf(jfif, jpegPixels()));
});

test.each(Object.entries(kinds))("%s: cut off anywhere it is damaged, never an error", (_, { bare }) => {
  for (let length = 16; length < bare.length; length++) {
    expect(cleanImage(bare.subarray(0, length)), `${length} octets`).toBe("damaged");
  }
});

test.each(Object.entries(kinds))(
  "%s: with any octet changed it is clean or refused, never an error",
  (_, { laden }) => {
    const odd: number[] = [];
    for (let at = 0; at < laden.length; at++) {
      for (const value of [0, 0x7f, 0xff]) {
        const changed = Buffer.from(laden);
        changed[at] = value;
        const image = cleanImage(changed);
        if (typeof image === "object" && cleaned(image.bytes).bytes !== image.bytes) odd.push(at);
      }
    }
    expect(odd).toEqual([]);
  },
);

test("what moves is known by its header", () => {
  const frames = pngChunk("acTL", "\0\0\0\x02\0\0\0\0");
  expect(cleaned(png({ before: [frames] })).isAnimated).toBe(true);
  expect(cleaned(webp(0x02)).isAnimated).toBe(true);
  const frame = gif().subarray(19, -1);
  expect(cleaned(gif(frame)).isAnimated).toBe(true);
  const still = [png(), png({ after: [frames] }), webp(), webp(0x10), gif(), jpeg()];
  expect(still.map((file) => cleaned(file).isAnimated)).toEqual(still.map(() => false));
});

test("20,000 × 20,000 is too much, by the header alone; the largest cameras are not", () => {
  expect(cleanImage(png({ width: 20_000, height: 20_000 }))).toBe("tooManyPixels");
  expect(cleanImage(jpegOf(jfif, jpegPixels(20_000, 20_000)))).toBe("tooManyPixels");
  expect(cleanImage(png({ width: 16_384, height: 12_288 }))).toMatchObject({ width: 16_384, height: 12_288 });
  expect(cleanImage(png({ width: 2 ** 31, height: 2 ** 31 }))).toBe("tooManyPixels");
  expect(cleanImage(png({ width: 0, height: 5 }))).toBe("damaged");
});

test("a second, larger frame behind the first is found", () => {
  const frame = jpegPixels(30_000, 30_000);
  expect(cleanImage(jpegOf(jfif, jpegPixels(), frame))).toBe("tooManyPixels");
});

test.each([
  ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1"],
  ["AVIF", "\0\0\0\x18ftypavif\0\0\0\0mif1"],
  ["TIFF", "II*\0\x08\0\0\0........"],
  ["TIFF, big endian", "MM\0*\0\0\0\x08........"],
])("%s may say where it was taken, and cannot be cleaned here", (_, file) => {
  expect(cleanImage(Buffer.from(file, "latin1"))).toBe("notCleanable");
});

test.each(["", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<html>", "%PDF-1.7", "PK\x03\x04", "BM, wrote he", "GIF"])(
  "%j is no image",
  (text) => {
    const file = Buffer.from(text, "latin1");
    expect(cleanImage(file)).toBeUndefined();
  },
);

test("a file of the smallest pieces takes no longer than its size", () => {
  const pieces = Buffer.concat(Array.from({ length: 300_000 }, () => Buffer.of(0xff, 0xdb, 0, 2, 0xff, 0xfe, 0, 2)));
  const began = process.cpuUsage();
  expect(cleanImage(jpegOf(jfif, pieces, jpegPixels()))).toMatchObject({ width: 8, height: 8 });
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000);
});
