/** Files of vCards, read. */
import { readFileSync } from "node:fs";
import type { Card } from "../../src/contacts/card.ts";
import { toCard } from "../../src/vcard/to-card.ts";
import { readVCards } from "../../src/vcard/vcard-lines.ts";

export const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}.vcf`, import.meta.url), "utf8");
export const cardsOf = (text: string): Card[] => [...readVCards(text)].map((each) => toCard(each) as Card);
export const cardOf = (text: string): Card => cardsOf(text)[0]!;
export const inside = (...lines: string[]): string =>
  ["BEGIN:VCARD", "VERSION:4.0", ...lines, "END:VCARD"].join("\r\n");
