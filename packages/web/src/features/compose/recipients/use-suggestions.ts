/** People offered for what is typed, and which of them is marked. */
import { addressKey, type EmailAddress } from "@pismo/jmap";
import { useEffect, useState } from "react";
import type { Suggestion } from "../../../store/drafts/writing.ts";
import { isAddressWritten } from "./recipients.ts";

const mostOffered = 6;
const nothing = { people: [], active: -1, query: "" };

export interface Suggestions {
  people: Suggestion[];
  /** Index of the marked one; -1: none. */
  active: number;
  chosen: Suggestion | undefined;
  /** Marks the next one, or the one before. */
  move(step: 1 | -1): void;
  close(): void;
  /** It is not offered any more. */
  drop(person: Suggestion): void;
}

interface Found {
  people: Suggestion[];
  active: number;
  query: string;
}

/** Those who are no recipients yet; of a group it is enough that one is missing. */
function freshOnes(people: readonly Suggestion[], recipients: readonly EmailAddress[]): Suggestion[] {
  const chosen = new Set(recipients.map(({ email }) => addressKey(email)));
  const isFresh = (person: Suggestion): boolean =>
    (person.members ?? [person]).some(({ email }) => !chosen.has(addressKey(email)));
  return people.filter(isFresh).slice(0, mostOffered);
}

/** A further list for the same text: what was marked stays marked, and what was closed stays closed. */
function replaced(before: Found, { people, active, query }: Found): Found {
  if (before.query !== query) return before;
  const marked = before.active > 0 ? before.people[before.active] : undefined;
  const at = marked ? people.findIndex(({ email }) => email === marked.email) : -1;
  return { people, active: at === -1 ? active : at, query };
}

async function* noLists(): AsyncGenerator<Suggestion[]> {
  yield [];
}

/** @returns ends it */
function followLists(
  lists: AsyncIterable<Suggestion[]>,
  show: (people: Suggestion[], isFirst: boolean) => void,
): () => void {
  let isStale = false;
  const follow = async (): Promise<void> => {
    let isFirst = true;
    for await (const people of lists) {
      if (isStale) return;
      show(people, isFirst);
      isFirst = false;
    }
  };
  void follow();
  return () => {
    isStale = true;
  };
}

/**
 * @param suggest best first
 * @param recipients existing recipients are not suggested
 */
export function useSuggestions(
  text: string,
  recipients: EmailAddress[],
  suggest: (text: string) => AsyncIterable<Suggestion[]>,
): Suggestions {
  const [found, setFound] = useState<Found>(nothing);
  useEffect(() => {
    const query = text.trim();
    return followLists(query === "" ? noLists() : suggest(query), (people, isFirst) => {
      const fresh = freshOnes(people, recipients);
      // Enter takes the best one, unless an address is written out: it would become another person's.
      const next = { people: fresh, active: fresh.length > 0 && !isAddressWritten(query) ? 0 : -1, query };
      setFound(isFirst ? next : (before) => replaced(before, next));
    });
  }, [text, suggest, recipients]);

  const { people, active, query: answered } = found;
  return {
    people,
    active,
    // Not one that was found for less than what is typed by now.
    chosen: answered === text.trim() ? people[active] : undefined,
    move(step) {
      const from = active === -1 && step === -1 ? 0 : active;
      setFound({ people, active: (from + step + people.length) % people.length, query: answered });
    },
    close: () => setFound(nothing),
    drop(person) {
      const others = people.filter((each) => each !== person);
      setFound({ people: others, active: Math.min(active, others.length - 1), query: answered });
    },
  };
}
