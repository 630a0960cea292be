/**
 * The Email behind the form: its fields and files, kept while it is written, sent, discarded or left as a draft.
 * Outside React, because it outlives the form: what is not saved when the form closes is saved after it.
 */
import type { Identity } from "@pismo/jmap";
import type { Node } from "prosemirror-model";
import { type AccountInfo, isUnreachable, notify, whetherReachable } from "../../../store/index.ts";
import { getConnection } from "../../../store/sync/connection.ts";
import {
  discardUnsent,
  DraftGone,
  deleteUnsent,
  forgetUnsent,
  type DraftLock,
  forkUnsent,
  holdToUndo,
  moveUnsent,
  newMessageId,
  noticeSending,
  noticeSent,
  painted,
  queueUnsent,
  reopenRefused,
  type SavedUnsent,
  sendUnsent,
  type SendTime,
  type UnsentEmail,
} from "../../../store/drafts/writing.ts";
import type { Attachment } from "../attachments/attachment.ts";
import { Attachments } from "../attachments/attachments.ts";
import {
  beginFields,
  invalidRecipients,
  isBlank,
  isUntouched,
  type DraftFields,
  recipientNames,
  unsentEmail,
  withTypedRecipients,
} from "./draft-fields.ts";
import { type SaveStatus, Autosave } from "./autosave.ts";
import type { InitialFields } from "./initial-fields.ts";
import { isBegunWith, moveFiles, ownOf, startElsewhere, startParted, startSaved } from "./new-start.ts";
import { SessionLocks } from "./session-locks.ts";

/** Why the Email cannot go out as it is. */
export type SendProblem =
  | { kind: "noRecipients" }
  | { kind: "invalidRecipients"; fields: ReturnType<typeof invalidRecipients> }
  | { kind: "uploads" }
  | { kind: "refused"; error: unknown };

export interface ComposeState {
  /** That writes. */
  account: AccountInfo;
  fields: DraftFields;
  attachments: readonly Attachment[];
  status: SaveStatus;
  isSending: boolean;
  /** On its way to another account. */
  isMoving: boolean;
}

export class ComposeSession {
  readonly files: Attachments;
  readonly #autosave: Autosave;
  readonly #locks: SessionLocks;
  readonly #onOver: () => void;
  readonly #listeners = new Set<() => void>();
  #start: InitialFields;
  /** The fields as they were before the person wrote. */
  #begun: DraftFields;
  /** What a new Email holds before anything is typed; a draft that is opened again holds what was typed. */
  #unwritten: Node | undefined;
  #state: ComposeState;
  #draftId: string | undefined;
  #saved: SavedUnsent | undefined;
  #minimisedAt: number | undefined;
  #isThere = false;
  #isOver = false;
  /** The form may be gone before. */
  #sending: Promise<unknown> = Promise.resolve();
  /** Another tab asked for the Email. */
  #isWanted = false;

  /**
   * @param lock released when the Email is stored and the form is gone
   * @param onOver the Email is sent, queued, discarded or goes on in another tab: the form closes
   */
  constructor(start: InitialFields, lock: DraftLock, account: AccountInfo, onOver: () => void) {
    const { attachments, draftId } = start;
    this.#start = start;
    this.#locks = new SessionLocks(lock, () => this.#yield());
    this.#onOver = onOver;
    this.#begun = beginFields(start);
    this.#unwritten = draftId === undefined && !start.isChanged ? this.#begun.doc : undefined;
    this.#state = { account, fields: this.#begun, attachments, status: "unsaved", isSending: false, isMoving: false };
    this.#draftId = draftId;
    this.files = new Attachments(attachments, account.accountId, (shown, isChange) => {
      this.#set({ attachments: shown });
      if (isChange) this.#autosave.changed();
    });
    this.#autosave = new Autosave({
      email: () => (this.#isWorthKeeping() ? this.#now() : undefined),
      onStatus: (status) => this.#set({ status }),
      onSaved: (email) => {
        this.#noteDraft(email);
        this.#saved = { email, at: Date.now() };
      },
      onReplaced: () => this.#part(),
    });
  }

  readonly get = (): ComposeState => this.#state;

  /** Another one once the Email is in another account, or parted from a draft that was changed elsewhere. */
  get messageId(): string {
    return this.#start.messageId;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The form is there. @returns it is gone */
  open(): () => void {
    this.#isThere = true;
    this.#locks.open();
    const closings = [this.#autosave.watch(), this.files.open()];
    // What was refused, discarded or taken back differs from the draft on the server.
    if (this.#start.isChanged) this.#autosave.changed();
    return () => {
      this.#isThere = false;
      for (const closing of closings) closing();
      // Not at once: React may only try whether an effect can be run twice.
      queueMicrotask(() => {
        if (!this.#isThere) void this.#leave().finally(() => this.#locks.release());
      });
    };
  }

  change(changed: Partial<DraftFields>): void {
    this.#set({ fields: { ...this.#state.fields, ...changed } });
    this.#autosave.changed();
  }

  /** @param minimisedAt since when the popup is minimised; undefined: it is not */
  minimise(minimisedAt: number | undefined): void {
    if (this.#minimisedAt === minimisedAt) return;
    this.#minimisedAt = minimisedAt;
    this.#autosave.keep();
  }

  /** Makes changes that come with an identity: where the person has written nothing, nothing is written. */
  bring(change: () => void): void {
    const wasUntouched = isUntouched(this.#state.fields, this.#begun);
    change();
    if (!wasUntouched) return;
    this.#begun = this.#state.fields;
    if (this.#unwritten) this.#unwritten = this.#begun.doc;
  }

  /** Says who writes an Email that was taken up again: that is no change of it. */
  identify(identity: Identity): void {
    this.#set({ fields: { ...this.#state.fields, identity } });
  }

  /** What is wrong with the recipients. Typed addresses are chips from here on. */
  check(): SendProblem | undefined {
    if (Object.values(this.#state.fields.typed).some(Boolean))
      this.#set({ fields: withTypedRecipients(this.#state.fields) });
    const { fields } = this.#state;
    const invalid = invalidRecipients(fields);
    if (Object.keys(invalid).length > 0) return { kind: "invalidRecipients", fields: invalid };
    if (recipientNames.every((name) => fields[name].length === 0)) return { kind: "noRecipients" };
    return this.#failedUploads();
  }

  #failedUploads(): SendProblem | undefined {
    const hasFailed = this.files.all.some(({ problem }) => problem === "refused" || problem === "full");
    return hasFailed ? { kind: "uploads" } : undefined;
  }

  /** Sends the Email, now or at a time, or queues it while the server cannot be reached. */
  async send(sendAt?: SendTime): Promise<SendProblem | undefined> {
    if (this.#isBusy) return undefined;
    const problem = this.check();
    if (problem) return problem;
    this.#state = { ...this.#state, isSending: true };
    const sending = this.#sendOff(sendAt);
    this.#sending = sending.catch(() => undefined);
    // Where it is stored by then, the popup fades as it is.
    void painted().then(() => !this.#isOver && this.#set({}));
    return sending.finally(() => {
      if (!this.#isOver) this.#set({ isSending: false });
      if (this.#isWanted) this.#yield();
    });
  }

  /** Discards the Email, with Undo. */
  async cancel(): Promise<void> {
    const isKept = this.#isWorthKeeping();
    this.#finish();
    await this.#autosave.stop();
    if (isKept) await discardUnsent(this.#now());
    else await deleteUnsent(this.#now());
  }

  /**
   * Another account writes the Email from here on: its draft and files go there. Where the form closes before, all is as
   * it was.
   * @param prepare gives the change that is made once that is so
   * @throws as `prepare`, and where a file cannot be fetched; then too all is as it was
   */
  async move(account: AccountInfo, prepare: () => Promise<() => void>): Promise<void> {
    if (this.#isBusy || account.accountId === this.#state.account.accountId) return;
    this.#set({ isMoving: true });
    try {
      const change = await prepare();
      // A save would take away the files that are fetched.
      await this.#autosave.pause();
      await this.files.fetchAll();
      const messageId = newMessageId(account.email);
      await this.#locks.add(messageId);
      if (this.#isOpen) await this.#giveTo(account, messageId, change);
    } catch (error) {
      // Of a form that is gone, the files are gone too: with the save that it left behind they lie elsewhere.
      if (this.#isOpen) throw error;
    } finally {
      this.#set({ isMoving: false });
      if (this.#isOpen) this.#autosave.resume();
    }
  }

  async #giveTo(account: AccountInfo, messageId: string, change: () => void): Promise<void> {
    const [before, isKept] = [this.#now(), this.#isWorthKeeping()];
    this.#start = startElsewhere(this.#start, before, messageId);
    this.#draftId = undefined;
    this.#start = moveFiles(this.files, account.accountId, this.#start);
    this.#set({ account });
    this.bring(change);
    this.#autosave.changed();
    if (isKept) await moveUnsent(before, this.#now());
  }

  /** Its files may come and go. */
  get isFree(): boolean {
    return this.#isOpen && !this.#isBusy;
  }

  /** Its form is there, and what was written would be a draft without it. */
  get isWritten(): boolean {
    return this.#isOpen && this.#leavesDraft;
  }

  get #isOpen(): boolean {
    return this.#isThere && !this.#isOver;
  }

  get #isBusy(): boolean {
    return this.#state.isSending || this.#state.isMoving || this.#isOver;
  }

  #noteDraft({ draftId, files, left }: UnsentEmail): void {
    this.#draftId = draftId;
    this.#start = startSaved(this.#start, left);
    this.files.moved(files);
  }

  #set(change: Partial<ComposeState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #now(): UnsentEmail {
    const { fields, account } = this.#state;
    const email = unsentEmail(fields, this.#start, this.files.all, account.accountId, this.#draftId);
    return this.#minimisedAt === undefined ? email : { ...email, minimisedAt: this.#minimisedAt };
  }

  #isWorthKeeping(): boolean {
    return (
      this.#draftId !== undefined ||
      this.#start.left !== undefined ||
      this.#start.isChanged === true ||
      !isBegunWith(this.files.all, this.#start) ||
      !isUntouched(this.#state.fields, this.#begun)
    );
  }

  get #leavesDraft(): boolean {
    const isEmpty = isBlank(this.#state.fields, this.#unwritten) && ownOf(this.files.all).length === 0;
    return !isEmpty && this.#isWorthKeeping();
  }

  /** The draft was changed or sent elsewhere: from here on this is another Email. */
  async #part(): Promise<void> {
    const own = await forkUnsent(this.#now());
    await this.#locks.add(own.messageId);
    this.#start = startParted(this.#start, own.messageId);
    this.#draftId = undefined;
  }

  /** Another tab goes on with the Email. What is being sent is waited for. */
  #yield(): void {
    this.#isWanted = true;
    if (this.#isOver || this.#state.isSending) return;
    notify({ key: "compose.takenOver" });
    this.#onOver();
  }

  /** The form is gone and nothing was said about the Email: it stays as a draft, unless there is nothing in it. */
  async #leave(): Promise<void> {
    // Until its answer is there the Email is locked: no other page sends it too.
    await this.#sending;
    if (this.#isOver) return;
    if (this.#leavesDraft) return this.#autosave.close(() => this.files.all.every(({ blobId }) => blobId));
    await this.#autosave.stop();
    await forgetUnsent(this.#now());
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onOver();
  }

  /** @throws as sendUnsent */
  async #sendOff(sendAt: SendTime | undefined): Promise<SendProblem | undefined> {
    // Where it answered last and has the files it is not asked: what breaks off is queued all the same.
    const isAllThere = this.files.all.every(({ blobId }) => blobId);
    const isReachable = (isAllThere && getConnection() === "online") || (await whetherReachable());
    if (isReachable) await this.files.settle();
    else this.files.sendCleaned();
    const failed = this.#failedUploads();
    if (failed) return failed;
    await this.#autosave.stop();
    let email: UnsentEmail = { ...this.#now(), ...(sendAt && { sendAt }) };
    let answered: (() => void) | undefined;
    try {
      if (!isReachable || email.files.some(({ blobId }) => !blobId)) queueUnsent(email);
      else {
        const hold = sendAt ?? holdToUndo(this.#state.account.accountId);
        const onDraft = (draft: UnsentEmail): void => {
          email = draft;
          // It is stored as one that is sent: this page or the next one sees to it without the form.
          answered ??= noticeSending();
          this.#finish();
        };
        const sent = await sendUnsent(email, onDraft, hold, this.#saved);
        noticeSent(email, sent, hold);
      }
    } catch (error) {
      if (isUnreachable(error)) queueUnsent(email);
      else if (this.#isOver) await reopenRefused(email, error);
      else return this.#refused(error);
    } finally {
      answered?.();
    }
    this.#finish();
    return undefined;
  }

  async #refused(error: unknown): Promise<SendProblem> {
    if (error instanceof DraftGone) await this.#part();
    this.#autosave.resume();
    if (error instanceof DraftGone) this.#autosave.changed();
    return { kind: "refused", error };
  }
}
