import { useEffect, useState } from "react";
import { type CalendarEvent, type PersonCard, readCalendar, readCards } from "../../ical-vcard/index.ts";
import { fetchBlob } from "../../store/records/blobs.ts";
import type { CardPart } from "./card-parts.ts";

export type Card = { kind: "event"; event: CalendarEvent } | { kind: "person"; person: PersonCard };

/** The default charset of browsers. */
function decode(bytes: ArrayBuffer, charset: string): string {
  try {
    return new TextDecoder(charset === "us-ascii" ? "utf-8" : charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const read = (kind: CardPart["kind"], text: string): Card[] =>
  kind === "calendar"
    ? readCalendar(text).map((event) => ({ kind: "event", event }))
    : readCards(text).map((person) => ({ kind: "person", person }));

/**
 * The cards of an Email; an invitation mostly comes twice, as a part and as a file, and is shown once.
 * @returns undefined until all are read
 */
export function useCards(parts: readonly CardPart[]): readonly Card[] | undefined {
  const [cards, setCards] = useState<readonly Card[]>();
  useEffect(() => {
    const stop = new AbortController();
    const fetched = parts.map(async ({ blobId, name, type, charset, kind }): Promise<Card[]> => {
      try {
        const blob = await fetchBlob(blobId, name, type, stop.signal);
        return read(kind, decode(await blob.arrayBuffer(), charset));
      } catch {
        // It stays a file among the others.
        return [];
      }
    });
    void Promise.all(fetched).then((all) => {
      if (stop.signal.aborted) return;
      const distinct = new Map(all.flat().map((card) => [JSON.stringify(card), card]));
      setCards([...distinct.values()]);
    });
    return () => stop.abort();
  }, [parts]);
  return cards;
}
