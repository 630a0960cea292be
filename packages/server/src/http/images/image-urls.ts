/** URLs of the image proxy: signed, so that it fetches only images that a message names. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Id } from "@pismo/jmap";

export interface ImageUrls {
  /** The path for an image in an account, with the time when it expires. */
  sign(accountId: Id, url: string): string;
  /** The URL of the image; undefined where the path was not signed here, for this account, or has expired. */
  verify(accountId: Id, query: { url?: string; until?: string; signature?: string }): string | undefined;
}

const DAY_S = 24 * 60 * 60;

/** @param key used for this purpose alone */
export function createImageUrls(key: Uint8Array, now: () => number = Date.now): ImageUrls {
  const signatureOf = (accountId: Id, url: string, until: string): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([accountId, url, until]))
      .digest("base64url");
  return {
    sign(accountId, url) {
      // Constant for a whole day, so that the browser can cache the image.
      const until = String((Math.floor(now() / 1000 / DAY_S) + 2) * DAY_S);
      const query = new URLSearchParams({ until, url });
      query.set("signature", signatureOf(accountId, url, until));
      return `/jmap/image/${accountId}?${query.toString()}`;
    },
    verify(accountId, { url, until, signature }) {
      if (url === undefined || until === undefined || signature === undefined) return undefined;
      if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 < now()) return undefined;
      // Compared character by character: several base64 strings decode to the same octets.
      const [given, wanted] = [Buffer.from(signature), Buffer.from(signatureOf(accountId, url, until))];
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? url : undefined;
    },
  };
}
