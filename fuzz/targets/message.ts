/** The message parser: any bytes give an Email, in time. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bodyLists, decodePart, leaves } from "../../packages/server/src/mime/parse/body.ts";
import { headerForm, headerForms } from "../../packages/server/src/mime/headers/headers.ts";
import { bodyValuesOf } from "../../packages/server/src/mime/parse/jmap-email.ts";
import { headersOf } from "../../packages/server/src/mime/headers/headers.ts";
import { parseBeginning, parseMessage } from "../../packages/server/src/mime/parse/parse.ts";
import { scan } from "../../packages/server/src/mime/parse/scan.ts";
import { hold, type Target } from "../target.ts";

const folders = ["e2e/fixtures/hostile", "packages/server/test/fixtures/mime"];

const messages = (folder: string): Uint8Array[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:eml|msg)$/.test(name))
    .toSorted()
    .map((name) => readFileSync(join(folder, name)))
    .filter(({ length }) => length < 20_000);

export function message(): Target {
  return {
    sources: "/server/src/mime/",
    seeds: folders.flatMap(messages),
    words: [
      ..."Content-Type: |multipart/mixed; boundary=b\r\n|message/rfc822\r\n|text/html; charset=|utf-7|iso-2022-jp|windows-1251".split(
        "|",
      ),
      ..."Content-Transfer-Encoding: base64\r\n|quoted-printable|x-uuencode|--b\r\n|--b--\r\n|\r\n\r\n|=?utf-8?B?|=?koi8-r?Q?|?=".split(
        "|",
      ),
      ..."From: |To: \"|<a@b>, |(comment (in comment))|group:;|filename*0*=utf-8''|name=\"|References: <|begin 644 x\n|+AGE-|&#x|<p><".split(
        "|",
      ),
    ],
    run(bytes) {
      const parsed = parseMessage(bytes);
      hold(parsed.preview.length <= 256, "a preview has at most 256 characters");
      hold(JSON.stringify(parsed).length < 40 * (bytes.length + 1000), "the parsed message grows in proportion");
      const structure = scan(bytes);
      for (const part of leaves(structure)) {
        hold(part.bodyStart >= 0 && part.bodyEnd <= bytes.length, "a part lies within its message");
        decodePart(bytes, part);
      }
      bodyValuesOf(bytes, structure, bodyLists(structure), { fetchAllBodyValues: true, maxBodyValueBytes: 1000 });
      const headers = headersOf(bytes, structure.headerStart, structure.bodyStart);
      for (const { value } of headers.slice(0, 50)) for (const form of headerForms) headerForm([value], form, true);
      parseBeginning(bytes.subarray(0, bytes.length / 2), structure, true);
    },
  };
}
