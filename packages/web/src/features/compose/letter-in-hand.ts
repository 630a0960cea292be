/**
 * The letter behind the form: its fields and files, kept while it is written, sent, discarded or left as a draft.
 * Outside React, because it outlives the form: what is not saved when the form closes is saved after it.
 */
import { isUnreachable, notify, whetherReachable } from "../../store/index.ts";
import {
  claimLetter,
  discardUnsent,
  DraftGone,
  dropLetter,
  forgetUnsent,
  type LetterHold,
  partLetter,
  queueLetter,
  sendUnsent,
  type UnsentLetter,
} from "../../store/writing.ts";
import { type Attachment, createAttachments } from "./attachments.ts";
import {
  beginFields,
  invalidRecipients,
  isBlank,
  isUntouched,
  type LetterFields,
  recipientNames,
  unsentLetter,
  withTypedRecipients,
} from "./letter-fields.ts";
import { createKeeper, type KeepStatus } from "./letter-keeper.ts";
import type { LetterStart } from "./start-letter.ts";

/** Why the letter cannot go out as it is. */
export type SendProblem =
  | { kind: "noRecipients" }
  | { kind: "invalidRecipients"; fields: ReturnType<typeof invalidRecipients> }
  | { kind: "uploads" }
  | { kind: "refused"; error: unknown };

export interface LetterState {
  fields: LetterFields;
  attachments: readonly Attachment[];
  status: KeepStatus;
  isSending: boolean;
}

const keysOf = (attachments: readonly Attachment[]): string => attachments.map(({ key }) => key).join();

/**
 * @param hold says that the letter is in this form; let go when the letter is kept without it
 * @param onOver the letter is sent, queued, discarded or goes on in another tab: the form closes
 */
export function createLetterInHand(begin: LetterStart, hold: LetterHold, accountId: string, onOver: () => void) {
  let start = begin;
  const begun = beginFields(start);
  // A draft that is taken up again holds what somebody wrote.
  const unwritten = start.draftId === undefined && !start.isChanged ? begun.doc : undefined;
  const listeners = new Set<() => void>();
  let state: LetterState = {
    fields: begun,
    attachments: start.attachments,
    status: "unsaved",
    isSending: false,
  };
  let { draftId } = start;
  let isThere = false;
  let isOver = false;
  let isWanted = false;
  const holds = [hold];
  const release = (): void => holds.forEach((each) => each.release());

  const set = (change: Partial<LetterState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const now = (): UnsentLetter => unsentLetter(state.fields, start, files.now(), accountId, draftId);
  const isWorthKeeping = (): boolean =>
    draftId !== undefined ||
    start.isChanged === true ||
    keysOf(files.now()) !== keysOf(start.attachments) ||
    !isUntouched(state.fields, begun);

  const files = createAttachments(start.attachments, (attachments, isChange) => {
    set({ attachments });
    if (isChange) keeper.changed();
  });
  const keeper = createKeeper({
    letter: () => (isWorthKeeping() ? now() : undefined),
    onStatus: (status) => set({ status }),
    onSaved(saved) {
      draftId = saved.draftId;
      files.moved(saved.files);
    },
    onReplaced: () => part(),
  });

  /** The draft was changed or sent elsewhere: from here on this is another letter. */
  const part = async (): Promise<void> => {
    const own = await partLetter(now());
    // Nobody else knows it yet.
    const owned = await claimLetter(own.messageId);
    if (owned) holds.push(owned);
    const { draftId: _, wasTried: __, ...rest } = start;
    start = { ...rest, messageId: own.messageId, isChanged: true };
    draftId = undefined;
  };

  /** Another tab goes on with the letter. What is being sent is waited for. */
  const yieldLetter = (): void => {
    isWanted = true;
    if (isOver || state.isSending) return;
    notify({ key: "compose.takenOver" });
    onOver();
  };

  /** The form is gone and nothing was said about the letter: it stays as a draft, unless there is nothing in it. */
  const leave = async (): Promise<void> => {
    if (isOver) return;
    const isEmpty = isBlank(state.fields, unwritten) && files.now().length === 0;
    if (!isEmpty && isWorthKeeping()) return keeper.close(() => files.now().every(({ blobId }) => blobId));
    await keeper.stop();
    if (draftId === undefined) await dropLetter(now());
    else await forgetUnsent(now());
  };

  const finish = (): void => {
    isOver = true;
    onOver();
  };

  /** @throws as sendUnsent */
  const sendOff = async (): Promise<SendProblem | undefined> => {
    const isReachable = await whetherReachable();
    if (isReachable) await files.settle();
    if (files.now().some(({ problem }) => problem === "refused")) return { kind: "uploads" };
    await keeper.stop();
    let letter = now();
    try {
      if (!isReachable || letter.files.some(({ blobId }) => !blobId)) queueLetter(letter);
      else {
        await sendUnsent(letter, (draft) => {
          letter = draft;
          ({ draftId } = draft);
          files.moved(draft.files);
        });
        notify({ key: "compose.sent" });
      }
    } catch (error) {
      if (!isUnreachable(error)) {
        if (error instanceof DraftGone) await part();
        keeper.resume();
        if (error instanceof DraftGone) keeper.changed();
        return { kind: "refused", error };
      }
      queueLetter(letter);
    }
    finish();
    return undefined;
  };

  return {
    files,
    get: (): LetterState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** The form is there. @returns it is gone */
    open(): () => void {
      isThere = true;
      hold.isInForm = true;
      hold.onWanted(yieldLetter);
      const closings = [keeper.watch(), files.open()];
      // What was refused, discarded or taken back differs from the draft on the server.
      if (start.isChanged) keeper.changed();
      return () => {
        isThere = false;
        for (const closing of closings) closing();
        // Not at once: React may only try whether an effect can be run twice.
        queueMicrotask(() => {
          if (!isThere) void leave().finally(release);
        });
      };
    },

    change(changed: Partial<LetterFields>): void {
      set({ fields: { ...state.fields, ...changed } });
      keeper.changed();
    },

    /** Sends the letter, or queues it while the server cannot be reached. */
    async send(): Promise<SendProblem | undefined> {
      if (state.isSending || isOver) return undefined;
      set({ fields: withTypedRecipients(state.fields) });
      const invalid = invalidRecipients(state.fields);
      if (Object.keys(invalid).length > 0) return { kind: "invalidRecipients", fields: invalid };
      if (recipientNames.every((name) => state.fields[name].length === 0)) return { kind: "noRecipients" };
      set({ isSending: true });
      return sendOff().finally(() => {
        set({ isSending: false });
        if (isWanted) yieldLetter();
      });
    },

    /** Discards the letter, with Undo. */
    async cancel(): Promise<void> {
      const isKept = isWorthKeeping();
      finish();
      await keeper.stop();
      if (isKept) await discardUnsent(now());
      else await dropLetter(now());
    },
  };
}
