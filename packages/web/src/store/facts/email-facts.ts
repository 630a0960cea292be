/** What opened letters say (EmailFact), asked of the server when a letter is opened, and again when it may have changed. */
import { DEADLINES, type EmailFact, type FactFieldKey, type Id, SetFailure } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { afterPaint } from "../prefetch/painted.ts";
import { placeOf } from "../session/all-accounts.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getAccount, getSession, request } from "../session/session.ts";
import { createSignal } from "../signal.ts";
import { onNews } from "../sync/news.ts";
import { loadFactSettings } from "./fact-settings.ts";

/** Counts what was corrected here: the news of it may be late. */
const corrections = createSignal(0);

async function fetchFacts(emailId: Id): Promise<EmailFact | undefined> {
  const { showsFacts } = await loadFactSettings(getAccount().accountId);
  if (!showsFacts) return undefined;
  const { accountId, id } = placeOf(emailId);
  const get = await request((calls) => calls.call("EmailFact/get", { accountId, ids: [id] }));
  const [found] = get.result().list as EmailFact[];
  return found && found.facts.length > 0 ? { ...found, id: emailId } : undefined;
}

/** Undefined until it is known, and where there is nothing to show. Its id is that by which the letter is shown. */
export function useEmailFacts(emailId: Id, isWanted: boolean): EmailFact | undefined {
  const { accountId } = placeOf(emailId);
  const [found, setFound] = useState<EmailFact>();
  const isAble = isWanted && hasCapability(getSession(), accountId, DEADLINES);
  useEffect(() => {
    if (!isAble) return undefined;
    let isGone = false;
    const load = (): void =>
      void fetchFacts(emailId).then(
        (facts) => void (isGone || setFound(facts)),
        // The letter says the same.
        () => undefined,
      );
    const cancel = afterPaint(load);
    const forget = corrections.subscribe(load);
    const stop = onNews((changed) => {
      const types = changed?.[accountId];
      if (!changed || types?.EmailFact !== undefined || types?.Preferences !== undefined) load();
    });
    return () => {
      isGone = true;
      cancel();
      forget();
      stop();
    };
  }, [accountId, emailId, isAble]);
  return isAble && found?.id === emailId ? found : undefined;
}

export interface Correction {
  /** Of the letter; another account may be shown when a correction is taken back. */
  place: ReturnType<typeof placeOf>;
  /** Its place among the letter's facts. */
  fact: number;
  key: FactFieldKey;
  /** null: what was read counts again. */
  value: string | null;
}

/** @throws SetFailure, and what the request throws */
export async function correctFact({ place: { accountId, id }, fact, key, value }: Correction): Promise<void> {
  const set = await request((calls) =>
    calls.call("EmailFact/set", { accountId, update: { [id]: { [`corrections/${fact}/${key}`]: value } } }),
  );
  const failed = set.result().notUpdated?.[id];
  if (failed) throw new SetFailure(failed);
  corrections.set(corrections.get() + 1);
}
