/** The files of the built web client. Files with a hash in their name never change: they are read once and cached. */
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

export interface Asset {
  body: Buffer;
  type: string;
  encoding: string | undefined;
  /** Weak: the same for every encoding. */
  etag: string;
  /** The file name holds a hash of the content. */
  isHashed: boolean;
}

export interface Assets {
  /** @param path of the URL @param accepted Accept-Encoding of the request */
  find(path: string, accepted: string): Promise<Asset | undefined>;
}

/** A path never leaves the folder. */
const isName = (path: string): boolean => /^(\/assets)?\/[\w-][\w.-]*\.\w+$/.test(path);

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".map": "application/json; charset=utf-8",
};

/** Precompressed by the build, the smallest encoding first. */
const encodings = [
  { name: "br", end: ".br" },
  { name: "gzip", end: ".gz" },
] as const;

/** RFC 9110 §12.5.3; of the weights only 0 is honoured. */
const accepts = (accepted: string, encoding: string): boolean =>
  accepted.split(",").some((each) => {
    const [name = "", ...weight] = each.toLowerCase().split(";");
    return name.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight[0] ?? "");
  });

/** Source maps are rarely requested, so they are not cached. */
const isCached = (path: string): boolean => path.startsWith("/assets/") && !path.endsWith(".map");

const tagOf = (body: Buffer): string => `W/"${hash("sha256", body, "base64url").slice(0, 22)}"`;

export function createAssets(folder: string): Assets {
  const bodies = new Map<string, Buffer>();
  const tags = new Map<string, string>();

  async function read(path: string): Promise<Buffer | undefined> {
    const known = bodies.get(path);
    if (known) return known;
    const body = await readFile(join(folder, path)).catch(() => undefined);
    if (body && isCached(path)) bodies.set(path, body);
    return body;
  }

  /** ETag of the uncompressed file. */
  async function etagOf(path: string): Promise<string | undefined> {
    const known = tags.get(path);
    if (known) return known;
    const body = await readFile(join(folder, path)).catch(() => undefined);
    if (body && isCached(path)) tags.set(path, tagOf(body));
    return body && tagOf(body);
  }

  return {
    async find(path, accepted) {
      if (!isName(path)) return undefined;
      const etag = await etagOf(path);
      if (etag === undefined) return undefined;
      const isHashed = path.startsWith("/assets/");
      const type = types[extname(path)] ?? "application/octet-stream";
      for (const { name, end } of encodings) {
        const body = isHashed && accepts(accepted, name) ? await read(path + end) : undefined;
        if (body) return { body, type, encoding: name, etag, isHashed };
      }
      const body = await read(path);
      return body && { body, type, encoding: undefined, etag, isHashed };
    },
  };
}
