/** What is shown of letters that a rule would have matched. */
import type { EmailRow, Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { request, shortHeaders } from "../session/session.ts";

export type ShownLetter = Pick<EmailRow, "id" | "from" | "subject" | "receivedAt">;

async function fetchLetters(accountId: Id, ids: readonly Id[]): Promise<ShownLetter[]> {
  const properties = ["id", "from", "subject", "receivedAt"];
  const get = await request((calls) =>
    calls.call("Email/get", { accountId, ids: [...ids], properties, ...shortHeaders() }),
  );
  const found = new Map((get.result().list as ShownLetter[]).map((letter) => [letter.id, letter]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Those of them that are there, in their order; those from before until others are here. */
export function useShownLetters(accountId: Id, ids: readonly Id[]): readonly ShownLetter[] {
  const [letters, setLetters] = useState<readonly ShownLetter[]>([]);
  const key = ids.join(" ");
  useEffect(() => {
    let isWanted = true;
    const wanted = key === "" ? [] : key.split(" ");
    const shown = wanted.length === 0 ? Promise.resolve([]) : fetchLetters(accountId, wanted);
    shown.then(
      (found) => isWanted && setLetters(found),
      // The number of letters is told without them.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [accountId, key]);
  return letters;
}
