import { MAX_SIEVE_SCRIPT, MethodError, type RuleTryArgs, type RuleTryResult, SIEVE, utcDateOf } from "@pismo/jmap";
import { SieveError } from "../../sieve/language/sieve-error.ts";
import { compile } from "../../sieve/sieve.ts";
import { keyOf } from "../../store/db/ids.ts";
import { pastLetters, type PastLetter, type PastPlace } from "../../store/rules/past-letters.ts";
import { sieveExtensions } from "../capabilities.ts";
import { checkArguments, id, maybe, type Shape, string, utcDate, wrong } from "../checks.ts";
import type { Method, RequestContext } from "../context.ts";
import { headerOf } from "./header-of.ts";

/** Letters that one call looks for, and what it reads and runs at once. */
const LETTERS = 1000;
const AT_ONCE = 100;
/** A call begins no further batch after that: others wait for the threads, too. */
const LONGEST_MS = 1000;

const shape: Shape<RuleTryArgs> = { accountId: id, script: string, after: utcDate, from: maybe(string) };

/** Before all of them. */
const first: PastPlace = { receivedAt: Number.MAX_SAFE_INTEGER, key: Number.MAX_SAFE_INTEGER };

function placeOf(from: string | null | undefined): PastPlace {
  if (from == null) return first;
  const [, receivedAt, key] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(from) ?? [];
  if (key === undefined) throw wrong("from", "what a result gave as next");
  return { receivedAt: Number(receivedAt), key: Number(key) };
}

const nextOf = ({ receivedAt, key }: PastPlace): string => `${receivedAt}.${key}`;

/** What is offered of it: folders are another time's. */
const offered = sieveExtensions(true).filter((name) => name !== "mailbox");

function assertScript(script: string): void {
  if (Buffer.byteLength(script) > MAX_SIEVE_SCRIPT)
    throw wrong("script", `a script of at most ${MAX_SIEVE_SCRIPT} octets`);
  try {
    compile(script, offered);
  } catch (error) {
    if (!(error instanceof SieveError)) throw error;
    throw new MethodError("invalidArguments", error.message, { arguments: ["script"] });
  }
}

type Trial = Pick<RuleTryResult, "list" | "looked" | "partial" | "failure"> & {
  lastLetter: PastLetter | undefined;
};

/** As many of them as there is time for. */
async function tryOn(
  { store, mime, signal }: RequestContext,
  { accountId, script }: RuleTryArgs,
  letters: readonly PastLetter[],
): Promise<Trial> {
  const trial: Trial = { list: [], looked: 0, partial: 0, failure: null, lastLetter: undefined };
  const end = performance.now() + LONGEST_MS;
  while (trial.looked < letters.length && (trial.looked === 0 || performance.now() < end)) {
    signal.throwIfAborted();
    const batch = letters.slice(trial.looked, trial.looked + AT_ONCE);
    const headers = await Promise.all(batch.map((letter) => headerOf(store.blobsOf(accountId), letter)));
    const about = batch.map(({ size, hasAttachment }) => ({ size, hasAttachment }));
    const tried = await mime.tryScript(script, headers, about);
    if (!tried) throw new MethodError("serverUnavailable", "The script takes too long");
    for (const [index, { flags, failure }] of tried.entries()) {
      const letter = batch[index]!;
      trial.looked++;
      trial.lastLetter = letter;
      if (letter.known) trial.partial++;
      trial.failure ??= failure ?? null;
      if (flags.length > 0) trial.list.push({ emailId: letter.id, flags });
    }
  }
  return trial;
}

/** SieveScript/try: an extension of ours, see RULES. */
export const tryRule: Method<"SieveScript/try"> = {
  capability: SIEVE,
  parse: (args) => checkArguments(shape, args),
  async run(args, { context }) {
    const { accountId } = args;
    assertScript(args.script);
    const place = placeOf(args.from);
    const { letters, end } = await context.store.read((reader) =>
      pastLetters(reader, accountId, Date.parse(args.after), place, LETTERS),
    );
    const { lastLetter, ...trial } = await tryOn(context, args, letters);
    const isCut = lastLetter !== undefined && lastLetter !== letters.at(-1);
    const reached = isCut ? { receivedAt: lastLetter.receivedAt, key: keyOf("e", lastLetter.id) } : end;
    const back = reached?.receivedAt ?? lastLetter?.receivedAt;
    return {
      accountId,
      ...trial,
      lookedBackTo: back === undefined ? null : utcDateOf(back),
      next: reached ? nextOf(reached) : null,
    };
  },
};
