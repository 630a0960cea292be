/**
 * What letters say (EmailFact): fetched while they are in sight in a list, asked of the server when one is opened, and again
 * when it may have changed.
 */
import { DEADLINES, type EmailFact, type FactFieldKey, type Id, SetFailure } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { afterPaint } from "../prefetch/painted.ts";
import { placeOf } from "../session/all-accounts.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getAccount, getSession, request } from "../session/session.ts";
import { byAccount } from "../session/by-account.ts";
import { createSignal } from "../signal.ts";
import { onNews } from "../sync/news.ts";
import { loadFactSettings } from "./fact-settings.ts";

/** Counts what was corrected here: the news of it may be late. */
const corrections = createSignal(0);

/** Of the letters that were in sight last, while this account was shown: a card that came after its letter would move the text. */
let prefetched: { accountId: Id; news: number; facts: ReadonlyMap<Id, EmailFact | undefined> } | undefined;
/** Counts the times that more may have been read in letters. */
let news = 0;
onNews((changed) => {
  if (!changed || Object.values(changed).some((types) => types.EmailFact !== undefined)) news++;
});

/** Of those that say something, by the id by which the letter is shown. */
async function fetchFacts(emailIds: readonly Id[]): Promise<Map<Id, EmailFact>> {
  const able = emailIds.filter((id) => hasCapability(getSession(), placeOf(id).accountId, DEADLINES));
  if (able.length === 0) return new Map();
  const { showsFacts } = await loadFactSettings(getAccount().accountId);
  if (!showsFacts) return new Map();
  const gets = await request((calls) =>
    [...byAccount(able)].map(([accountId, ids]) => {
      const shownIds = new Map(ids.map((id) => [placeOf(id).id, id]));
      return { shownIds, get: calls.call("EmailFact/get", { accountId, ids: [...shownIds.keys()] }) };
    }),
  );
  const found = gets.flatMap(({ shownIds, get }) =>
    (get.result().list as EmailFact[]).flatMap((each) => {
      const id = shownIds.get(each.id);
      return id !== undefined && each.facts.length > 0 ? [[id, { ...each, id }] as const] : [];
    }),
  );
  return new Map(found);
}

/** Of letters one of which is opened next. What is known is fetched again after news of it. @throws what the request throws */
export async function prefetchFacts(emailIds: readonly Id[]): Promise<void> {
  const { accountId } = getAccount();
  const began = { accountId, news };
  const corrected = corrections.get();
  const isKnown = prefetched?.accountId === accountId && prefetched.news === news;
  const known: ReadonlyMap<Id, EmailFact | undefined> = (isKnown && prefetched?.facts) || new Map();
  const fetched = await fetchFacts(emailIds.filter((id) => !known.has(id)));
  if (corrected !== corrections.get()) return;
  prefetched = { ...began, facts: new Map(emailIds.map((id) => [id, known.get(id) ?? fetched.get(id)])) };
}

/** Undefined until it is known, and where there is nothing to show. Its id is that by which the letter is shown. */
export function useEmailFacts(emailId: Id, isWanted: boolean): EmailFact | undefined {
  const { accountId } = placeOf(emailId);
  const [found, setFound] = useState<{ emailId: Id; facts: EmailFact | undefined }>();
  const isAble = isWanted && hasCapability(getSession(), accountId, DEADLINES);
  useEffect(() => {
    if (!isAble) return undefined;
    let isGone = false;
    const load = (): void =>
      void fetchFacts([emailId]).then(
        (facts) => void (isGone || setFound({ emailId, facts: facts.get(emailId) })),
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
  if (!isAble) return undefined;
  if (found?.emailId === emailId) return found.facts;
  return prefetched?.accountId === getAccount().accountId ? prefetched.facts.get(emailId) : undefined;
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
  prefetched = undefined;
  corrections.set(corrections.get() + 1);
}
