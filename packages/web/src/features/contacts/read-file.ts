/** Cards of a file that a person has chosen. */
import type { Card } from "@pismo/jmap";
import { decodeText } from "@pismo/jmap/text";
import { readVCards, toCard } from "@pismo/jmap/vcard";
import { cardsOfTable } from "../../ical-vcard/csv/cards-of-table.ts";

/** Cards between two turns of the page: a file may have fifty thousand. */
const SLICE = 500;

/** Empty where there are none. */
export async function readContactFile(file: File): Promise<Partial<Card>[]> {
  // Outlook and Excel write tables in the code page of their country.
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (!/^\s*begin:vcard\s*$/im.test(text)) return cardsOfTable(text) ?? [];
  const cards: Partial<Card>[] = [];
  for (const properties of readVCards(text, true)) {
    cards.push(toCard(properties));
    if (cards.length % SLICE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return cards;
}
