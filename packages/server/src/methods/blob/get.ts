import { BLOB, type BlobData, type BlobGetArgs, type Id, MethodError } from "@pismo/jmap";
import { subtle } from "node:crypto";
import { checkArguments, id, list, maybe, unsignedInt } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertResponseSize } from "../limits.ts";
import { assertGetSize, assertProperties, idsOf, notFoundOf, propertyNames } from "../standard/get.ts";
import { type OpenBlob, openBlobs } from "./open-blob.ts";

/** By their Web Crypto names, which computes them in a thread of its own. */
const digests: Readonly<Record<string, string>> = { sha: "SHA-1", "sha-256": "SHA-256", "sha-512": "SHA-512" };
const known = new Set([
  "id",
  "size",
  "data",
  "data:asText",
  "data:asBase64",
  // Returned where they are true, requested or not.
  "isEncodingProblem",
  "isTruncated",
  ...Object.keys(digests).map((name) => `digest:${name}`),
]);
const defaultProperties = ["data", "size"];

/** Octets that one call reads: digests of many large blobs could be requested. */
const MAX_READ = 256 * 2 ** 20;

/** undefined where the octets are not UTF-8, or the range cuts a character. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** `data` is text where it is valid UTF-8. */
function dataOf(bytes: Uint8Array, wanted: ReadonlySet<string>): Partial<BlobData> {
  const wantsText = wanted.has("data") || wanted.has("data:asText");
  const text = wantsText ? textOf(bytes) : undefined;
  const isProblem = wantsText && text === undefined;
  return {
    ...(isProblem && { isEncodingProblem: true }),
    ...(wantsText && !isProblem && { "data:asText": text! }),
    ...(isProblem && wanted.has("data:asText") && { "data:asText": null }),
    ...((wanted.has("data:asBase64") || (isProblem && wanted.has("data"))) && {
      "data:asBase64": Buffer.from(bytes).toString("base64"),
    }),
  };
}

async function read(blob: OpenBlob, start: number, end: number, wanted: ReadonlySet<string>) {
  const bytes = await blob.read(start, end);
  const data = dataOf(bytes, wanted);
  for (const [name, algorithm] of Object.entries(digests)) {
    if (!wanted.has(`digest:${name}`)) continue;
    const digest = await subtle.digest(algorithm, bytes);
    data[`digest:${name}`] = Buffer.from(digest).toString("base64");
  }
  return data;
}

/** Blob/get: RFC 9404 §4.2. */
export const get: Method<"Blob/get"> = {
  capability: BLOB,
  parse: (args) =>
    checkArguments<BlobGetArgs>(
      {
        accountId: id,
        ids: list(id),
        properties: maybe(propertyNames),
        offset: maybe(unsignedInt),
        length: maybe(unsignedInt),
      },
      args,
    ),
  async run({ accountId, ids, properties, offset, length }, call: Call) {
    assertProperties(properties, (property) => known.has(property));
    assertGetSize(ids.length, call);
    const wanted = new Set(properties ?? defaultProperties);
    const needsData = [...wanted].some((property) => property !== "id" && property !== "size");
    const found: BlobData[] = [];
    let octets = 0;
    let answer = 0;
    const wantedIds = idsOf(ids, call);
    const open = await openBlobs(call.context, accountId, wantedIds);
    for (const blobId of wantedIds) {
      const blob = await open(blobId);
      if (!blob) continue;
      const { size } = blob;
      const start = Math.min(offset ?? 0, size);
      const end = Math.min(length == null ? size : start + length, size);
      if (needsData && (octets += end - start) > MAX_READ) {
        throw new MethodError("requestTooLarge", `More than ${MAX_READ} octets would be read`);
      }
      const isTruncated = (offset ?? 0) > size || (length != null && (offset ?? 0) + length > size);
      const data: BlobData = {
        id: blobId,
        ...(needsData && (await read(blob, start, end, wanted))),
        ...(wanted.has("size") && { size }),
        ...(needsData && isTruncated && { isTruncated: true }),
      };
      answer += (data["data:asText"]?.length ?? 0) + (data["data:asBase64"]?.length ?? 0);
      assertResponseSize(answer);
      found.push(data);
    }
    // Blobs never change: the state is constant.
    return { accountId, state: "0", list: found, notFound: notFoundOf(ids, found, call) satisfies Id[] };
  },
};
