/** A rule on the letters that are here, before it is stored: which ones it would have matched. Nothing is done. */
import { type Id, RULES, type UTCDate } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, request } from "../session/session.ts";
import { type Rule, trialScriptOf } from "./rule-script.ts";

type Conditions = Pick<Rule, "conditions" | "needsAll">;

/** A letter that all conditions but one hold for. */
export interface NearMiss {
  id: Id;
  /** Index of the condition. */
  failed: number;
}

export interface RuleTrial {
  /** Newest first. */
  matched: readonly Id[];
  near: readonly NearMiss[];
  looked: number;
  /** Of them those of which the mail server alone has the whole header. */
  partial: number;
  lookedBackTo: UTCDate | null;
  /** Where to go on; null: the whole year was looked at. */
  next: string | null;
}

/** Examples that are kept. */
const NEAR_MISSES = 3;
/** Letters that are looked at before the person is asked. */
const LETTERS = 5000;
const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR_MS = 365 * DAY_MS;

/** In whole days, so that a trial that goes on has the same end. */
const yearAgo = (): UTCDate =>
  new Date(Math.floor((Date.now() - YEAR_MS) / DAY_MS) * DAY_MS).toISOString().replace(/\.\d+Z$/, "Z");

const nothing: RuleTrial = { matched: [], near: [], looked: 0, partial: 0, lookedBackTo: null, next: null };

/** @throws what the requests throw */
async function tryOnce(accountId: Id, { conditions, needsAll }: Conditions, before: RuleTrial, signal: AbortSignal) {
  const args = { accountId, script: trialScriptOf(conditions), after: yearAgo(), from: before.next };
  const response = await request((calls) => calls.call("SieveScript/try", args), signal);
  const { list, looked, partial, lookedBackTo, next } = response.result();
  const matched: Id[] = [];
  const near = [...before.near];
  for (const { emailId, flags } of list) {
    const missing = conditions.length - flags.length;
    if (missing === 0 || !needsAll) matched.push(emailId);
    else if (missing === 1 && near.length < NEAR_MISSES) {
      near.push({ id: emailId, failed: conditions.findIndex((_, index) => !flags.includes(String(index))) });
    }
  }
  return {
    matched: [...before.matched, ...matched],
    near,
    looked: before.looked + looked,
    partial: before.partial + partial,
    lookedBackTo: lookedBackTo ?? before.lookedBackTo,
    next,
  };
}

export interface ShownTrial {
  trial: RuleTrial;
  state: "looking" | "done" | "failed";
  lookFurther: () => void;
}

interface Look {
  from: RuleTrial;
  /** How many are looked at, with those before. */
  letters: number;
  signal: AbortSignal;
  show: (trial: RuleTrial, state: ShownTrial["state"]) => void;
}

async function look(accountId: Id, conditions: Conditions, { from, letters, signal, show }: Look): Promise<void> {
  let trial = from;
  try {
    for (;;) {
      trial = await tryOnce(accountId, conditions, trial, signal);
      if (trial.next === null || trial.looked >= letters) break;
      show(trial, "looking");
    }
    show(trial, "done");
  } catch {
    show(trial, "failed");
  }
}

interface Goal extends Pick<Look, "from" | "letters"> {
  key: string | undefined;
}

/** Nothing but the conditions makes it another trial. */
const keyOf = ({ conditions, needsAll }: Conditions): string => JSON.stringify({ conditions, needsAll });

/** While the person types, nothing is asked. */
const PAUSE_MS = 500;

/** @param given undefined: they are not complete @returns undefined where there is nothing to tell */
export function useRuleTrial(accountId: Id, given: Conditions | undefined): ShownTrial | undefined {
  const isOffered = hasCapability(getSession(), accountId, RULES);
  const key = isOffered && given ? keyOf(given) : undefined;
  const [found, setFound] = useState<{ key: string; trial: RuleTrial; state: ShownTrial["state"] }>();
  // Where the person wants it to go on, and how far.
  const [further, setFurther] = useState<Goal>();
  const goal = further?.key === key ? further : undefined;
  useEffect(() => {
    if (key === undefined) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const show = (trial: RuleTrial, state: ShownTrial["state"]): void => {
      if (!signal.aborted) setFound({ key, trial, state });
    };
    const { from, letters } = goal ?? { from: nothing, letters: LETTERS };
    const timer = setTimeout(
      () => void look(accountId, JSON.parse(key) as Conditions, { from, letters, signal, show }),
      goal ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [accountId, key, goal]);
  if (key === undefined) return undefined;
  const { trial = nothing, state = "looking" } = found?.key === key ? found : {};
  const lookFurther = (): void => setFurther({ key, from: trial, letters: trial.looked + 4 * LETTERS });
  return { trial, state, lookFurther };
}
