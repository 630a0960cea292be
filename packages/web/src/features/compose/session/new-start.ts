/** What the Email began with, as its form goes on: once it is saved, in another account, or as an Email of its own. */
import type { UnsentEmail } from "../../../store/drafts/writing.ts";
import type { Attachment } from "../attachments/attachment.ts";
import type { Attachments } from "../attachments/attachments.ts";
import { isOfSignature } from "../attachments/of-signature.ts";
import type { InitialFields } from "./initial-fields.ts";

/** What the person attached. */
export const ownOf = (attachments: readonly Attachment[]): Attachment[] =>
  attachments.filter((file) => !isOfSignature(file));

const keysOf = (attachments: readonly Attachment[]): string =>
  JSON.stringify(ownOf(attachments).map(({ key, name }) => [key, name]));

/** They are those that the Email began with. */
export const isBegunWith = (files: readonly Attachment[], start: InitialFields): boolean =>
  keysOf(files) === keysOf(start.attachments);

/** @param before the Email in the account that it leaves: its draft stays there until this one has another */
export function startElsewhere(
  start: InitialFields,
  { accountId, draftId, left, original }: UnsentEmail,
  messageId: string,
): InitialFields {
  const { draftId: _, wasTried: __, left: ___, ...rest } = start;
  const kept = [...(left ?? []), ...(draftId === undefined ? [] : [{ accountId, draftId }])];
  return {
    ...rest,
    messageId,
    ...(kept.length > 0 && { left: kept }),
    ...(original && { original: { accountId, ...original } }),
  };
}

/** Moves the files too. Each has another key from then on, and is no change of the Email where it was none before. */
export function moveFiles(files: Attachments, accountId: string, start: InitialFields): InitialFields {
  const isBegun = isBegunWith(files.all, start);
  files.moveTo(accountId);
  return isBegun ? { ...start, attachments: [...files.all] } : start;
}

/** @param left the drafts in other accounts that are still there */
export function startSaved(start: InitialFields, left: UnsentEmail["left"]): InitialFields {
  const { left: _, ...rest } = start;
  return { ...rest, ...(left && { left }) };
}

/** The draft was changed or sent elsewhere: no draft has this Email yet. */
export function startParted(start: InitialFields, messageId: string): InitialFields {
  const { draftId: _, wasTried: __, ...rest } = start;
  return { ...rest, messageId, isChanged: true };
}
