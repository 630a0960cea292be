/** The administrator's logo, checked at the start. */
import { readFileSync } from "node:fs";
import { ConfigError } from "../config.ts";
import type { Logo } from "../http/page/brand.ts";

const MAX_BYTES = 256 * 1024;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What a picture needs not, and what could run or load something. */
const active =
  /<\s*(?:script|foreignObject|iframe|embed|object|handler|listener)\b|<!(?:DOCTYPE|ENTITY)|\son[a-z]+\s*=|javascript:|(?:href|src)\s*=\s*["']?(?!\s*["']?(?:#|data:image\/(?:png|jpeg)))|@import|url\(\s*["']?(?!#|data:image\/(?:png|jpeg))/i;

const isSvg = (text: string): boolean =>
  /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<svg[\s>]/.test(text);

/** @throws ConfigError in one line */
export function readLogo(file: string | undefined): Logo | undefined {
  if (file === undefined) return undefined;
  const problem = (text: string): ConfigError => new ConfigError(`PISMO_LOGO (${file}): ${text}`);
  let body: Buffer;
  try {
    body = readFileSync(file);
  } catch (error) {
    throw problem((error as Error).message);
  }
  if (body.length > MAX_BYTES) throw problem(`it has more than ${MAX_BYTES / 1024} KB`);
  if (body.subarray(0, pngSignature.length).equals(pngSignature)) return { type: "image/png", body };
  const text = body.toString("utf8");
  if (!isSvg(text)) throw problem("it is neither SVG nor PNG");
  if (active.test(text)) throw problem("the SVG has scripts, handlers or addresses: a picture needs none");
  return { type: "image/svg+xml", body };
}
