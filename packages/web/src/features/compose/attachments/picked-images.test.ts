import { describe, expect, test } from "vitest";
import { jpeg, jpegExif, png } from "../../../../../images/test/support/images.ts";
import { acceptedType } from "./accepted-files.ts";
import { pick, recheck } from "./picked-images.ts";

const fileOf = (name: string, type: string, content: Uint8Array | string): File =>
  new File([typeof content === "string" ? content : new Uint8Array(content)], name, { type });

/** As the form takes a file where a deployment accepts any. */
async function taken(file: File) {
  const type = await acceptedType(file, null);
  return type === undefined ? undefined : pick(file, type);
}

describe("what is no image is not taken under an image's name, whatever type is declared", () => {
  test.each(["a.png", "a.JPG", "a.jfif", "a.gif", "a.webp", "a.bmp", "a.tiff", "a.heic", "a.avif"])(
    "%s",
    async (name) => {
      for (const type of ["", "application/octet-stream", "text/html"]) {
        expect(await taken(fileOf(name, type, "<html>"))).toMatchObject({ fault: "noPicture" });
      }
    },
  );
  test.each(["image/png", "image/bmp", "image/heic"])("declared as %s", async (type) => {
    expect(await taken(fileOf("a", type, "<html>"))).toMatchObject({ fault: "noPicture" });
  });
});

test("an image under another image's name has its own type", async () => {
  expect(await taken(fileOf("a.png", "image/png", jpeg()))).toMatchObject({ name: "a.png", type: "image/jpeg" });
});

test("other files are taken as they are", async () => {
  const page = fileOf("a.html", "text/html", "<html>");
  expect(await taken(page)).toMatchObject({ type: "text/html", data: page });
  const drawing = fileOf("a.svg", "image/svg+xml", "<svg/>");
  expect(await taken(drawing)).toMatchObject({ type: "image/svg+xml", data: drawing });
});

describe("a file that came in an Email and goes on", () => {
  test("loses the place where it was taken", async () => {
    const { data } = await recheck(fileOf("a.jpg", "image/jpeg", jpeg(jpegExif(1))), "image/jpeg");
    expect(Buffer.from(await data.arrayBuffer())).toEqual(jpeg());
  });
  test.each([png().subarray(0, -4), "II*\0\x08\0\0\0", "text", png()])("stays as it is (%#)", async (content) => {
    const file = fileOf("a.png", "image/png", content);
    expect((await recheck(file, "image/png")).data).toBe(file);
  });
});
