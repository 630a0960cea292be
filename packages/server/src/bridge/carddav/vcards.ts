/** Cards as a server has them. Pure. */
import { hash } from "node:crypto";
import type { Card } from "@pismo/jmap";
import { asVersion3, fromCard, readVCards, type ReadCard, toCard } from "@pismo/jmap/vcard";
import type { Collection } from "../../store/carddav/collections.ts";

type Version = Collection["version"];

export function vCardOf(card: Card, version: Version): string {
  const text = fromCard(card);
  return version === "4.0" ? text : asVersion3(text);
}

/** undefined: it is no vCard. */
export function readCard(text: string): ReadCard | undefined {
  const { value: properties } = readVCards(text).next();
  return properties && toCard(properties);
}

/** As it comes back from a server that changes nothing. */
export const normalized = (card: Card, version: Version): ReadCard => readCard(vCardOf(card, version))!;

/** For a card without a uid, the same each time. */
export function uidOf(url: string): string {
  const hex = hash("sha256", url, "hex");
  // Version 8: RFC 9562 §5.8.
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The last part of a new card's URL: the same each time, so that what was cut off is not written twice. */
export function fileNameOf({ uid }: Pick<Card, "uid">): string {
  const name = uid.replace(/^urn:uuid:/i, "");
  return `${/^[\w@-][\w.@-]{0,99}$/.test(name) ? encodeURIComponent(name) : hash("sha256", uid, "hex")}.vcf`;
}
