/** What is asked for with a letter and no recipient reads. The header of its draft has it, and that of what is sent has not. */
import { ANSWERED, type Email, FORWARDED, type Id, MAX_SNOOZE_DAYS } from "@pismo/jmap";

/** The Email that is answered or forwarded, and the keyword that it gets once this one is sent. */
export interface Original {
  id: Id;
  keyword: typeof ANSWERED | typeof FORWARDED;
  /** Where another account writes the answer. */
  accountId?: Id;
}

export interface DraftWishes {
  /** It comes back after so many days without an answer. */
  remindAfterDays?: number;
  original?: Original;
}

const REMIND = "header:X-Pismo-Remind-After-Days:asText";
const ORIGINAL = "header:X-Pismo-Original:asText";

/** Of an Email that an account writes. In the same account the Message-ID in its In-Reply-To names what it answers. */
export function wishesFor(
  { remindAfterDays }: { remindAfterDays?: number },
  original: Original | undefined,
  accountId: Id,
): DraftWishes {
  const isNamed =
    original?.keyword === ANSWERED && (original.accountId === undefined || original.accountId === accountId);
  return { ...(remindAfterDays !== undefined && { remindAfterDays }), ...(original && !isNamed && { original }) };
}

/** To ask for with Email/get. */
export const wishProperties: readonly (keyof Email)[] = [REMIND, ORIGINAL];

/** As Email/set takes them. */
export function wishFields({ remindAfterDays, original }: DraftWishes): Partial<Email> {
  return {
    ...(remindAfterDays !== undefined && { [REMIND]: String(remindAfterDays) }),
    ...(original && { [ORIGINAL]: [original.keyword, original.id, original.accountId ?? ""].join(" ").trim() }),
  };
}

/** Of a draft, whatever client wrote it. */
export function wishesIn(draft: Partial<Email>): DraftWishes {
  const days = Number(textOf(draft[REMIND]));
  const [, keyword, id, accountId] =
    /^(\$answered|\$forwarded) ([\w-]+)(?: ([\w-]+))?$/.exec(textOf(draft[ORIGINAL])) ?? [];
  return {
    ...(Number.isInteger(days) && days > 0 && days <= MAX_SNOOZE_DAYS && { remindAfterDays: days }),
    ...(id !== undefined && {
      original: { id, keyword: keyword as Original["keyword"], ...(accountId !== undefined && { accountId }) },
    }),
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
