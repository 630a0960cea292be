// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { FullEmail } from "../../../store/index.ts";
import { broughtBy } from "./template-files.ts";

const file = { name: "price list.png", type: "image/png", size: 10 };
const template = {
  attachments: [
    { ...file, blobId: "b1", cid: null },
    { ...file, blobId: "b2", cid: "shown@pismo" },
    { ...file, blobId: "b3", cid: "unseen@pismo" },
  ],
} as FullEmail;
const html = '<p>Look: <img src="cid:shown@pismo" alt="A chart"> and cid:shown@pismo</p>';

test("a template brings its files, and its pictures under Content-IDs of their own", () => {
  const [first, second] = [broughtBy(template, html), broughtBy(template, html)];
  expect(first.files.map(({ blobId, progress }) => [blobId, progress])).toEqual([
    ["b1", 1],
    ["b2", 1],
    ["b3", 1],
  ]);
  const [beside, shown, unseen] = first.files;
  expect([beside!.cid, unseen!.cid]).toEqual([undefined, undefined]);
  expect(first.html).toBe(`<p>Look: <img src="cid:${shown!.cid}" alt="A chart"> and cid:shown@pismo</p>`);
  expect(second.files[1]!.cid).not.toBe(shown!.cid);
});
