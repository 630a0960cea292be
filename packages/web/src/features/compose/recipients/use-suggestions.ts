/** People offered for what is typed, and which of them is marked. */
import { addressKey, type EmailAddress } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { isValidAddress } from "./recipients.ts";

const mostOffered = 6;
const nothing = { people: [], active: -1, query: "" };

export interface Suggestions {
  people: EmailAddress[];
  /** Index of the marked one; -1: none. */
  active: number;
  chosen: EmailAddress | undefined;
  /** Marks the next one, or the one before. */
  move(step: 1 | -1): void;
  close(): void;
}

/**
 * @param suggest best first
 * @param recipients existing recipients are not suggested
 */
export function useSuggestions(
  text: string,
  recipients: EmailAddress[],
  suggest: (text: string) => Promise<EmailAddress[]>,
): Suggestions {
  const [found, setFound] = useState<{ people: EmailAddress[]; active: number; query: string }>(nothing);
  useEffect(() => {
    let isStale = false;
    const query = text.trim();
    void (query === "" ? Promise.resolve([]) : suggest(query)).then((people) => {
      if (isStale) return;
      const chosen = new Set(recipients.map(({ email }) => addressKey(email)));
      const fresh = people.filter(({ email }) => !chosen.has(addressKey(email))).slice(0, mostOffered);
      // Enter takes the best one, unless what is typed is an address already.
      setFound({ people: fresh, active: fresh.length > 0 && !isValidAddress(query) ? 0 : -1, query });
    });
    return () => {
      isStale = true;
    };
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
  };
}
