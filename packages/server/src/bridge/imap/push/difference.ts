/** The steps that make the server's copies of an Email equal to ours. Pure. */
import type { Id } from "@pismo/jmap";
import type { MirroredEmail, LocatedCopy } from "../../../store/mirror/imap-copies.ts";
import { labelDifference } from "../pull/labels.ts";
import { keywordSteps, type Step } from "./step.ts";

/** In their order: at no moment is the message in no folder. @param flagsOf flags that a folder stores */
export function differenceOf(email: MirroredEmail, flagsOf: (mailboxId: Id) => readonly string[]): Step[] {
  const { local, labels, duplicates } = email;
  if (labels) return labelDifference(email, labels, flagsOf);
  if (!local) return email.located.map((at) => ({ kind: "delete", at }));
  const located = email.located.filter(({ mailboxId, uid }) => !isAmong(duplicates, mailboxId, uid));
  if (located.length === 0) return local.mailboxIds.slice(0, 1).map((to) => ({ kind: "append", to }));

  const missing = local.mailboxIds.filter((id) => !located.some(({ mailboxId }) => mailboxId === id));
  const extra = located.filter(({ mailboxId }) => !local.mailboxIds.includes(mailboxId));
  const moves = extra.slice(0, missing.length).map((at, index): Step => ({ kind: "move", at, to: missing[index]! }));
  const copies = missing.slice(extra.length).map((to): Step => ({ kind: "copy", at: located[0]!, to }));
  const deletions = extra.slice(missing.length);
  const flags = keywordSteps(
    local.keywords,
    located.filter((at) => !deletions.includes(at)),
    flagsOf,
  );
  const duplicateSteps = duplicates.map((at): Step => {
    const filed = located.find(({ mailboxId }) => mailboxId === at.mailboxId)!;
    return { kind: "duplicate", at, filed };
  });
  return [...flags, ...copies, ...duplicateSteps, ...moves, ...deletions.map((at): Step => ({ kind: "delete", at }))];
}

const isAmong = (copies: readonly LocatedCopy[], mailboxId: Id, uid: number): boolean =>
  copies.some((copy) => copy.mailboxId === mailboxId && copy.uid === uid);
