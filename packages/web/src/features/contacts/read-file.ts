/** Cards of a file that a person has chosen. */
import type { Card } from "@pismo/jmap";
import { readVCards, toCard } from "@pismo/jmap/vcard";
import { cardsOfTable } from "../../ical-vcard/csv/cards-of-table.ts";

/** Outlook writes tables in the code page of its country. */
function textOf(bytes: ArrayBuffer, language: string): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  // Excel's "Unicode text".
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(language === "ru" ? "windows-1251" : "windows-1252").decode(bytes);
  }
}

/** Cards between two turns of the page: a file may have fifty thousand. */
const SLICE = 500;

/** Empty where there are none. */
export async function readContactFile(file: File, language: string): Promise<Partial<Card>[]> {
  const text = textOf(await file.arrayBuffer(), language);
  if (!/^\s*begin:vcard\s*$/im.test(text)) return cardsOfTable(text) ?? [];
  const cards: Partial<Card>[] = [];
  for (const properties of readVCards(text)) {
    cards.push(toCard(properties));
    if (cards.length % SLICE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return cards;
}
