/**
 * Keeps the Email while it is written: on this computer at once, on the server after a pause, one save at a time, and
 * again when the server can be reached.
 */
import { SetFailure } from "@pismo/jmap";
import { isUnreachable, onReachable } from "../../../store/index.ts";
import {
  DraftGone,
  deleteUnsent,
  finishLater,
  storeOnUnload,
  storeUnsent,
  prepareDatabase,
  saveUnsent,
  type UnsentEmail,
} from "../../../store/drafts/writing.ts";

/** `kept`: on this computer only, the server is away. `failed`: the server refuses it. */
export type SaveStatus = "unsaved" | "saving" | "saved" | "kept" | "failed" | "full";

/** At most so long is a key known to the open page only. */
const STORE_WITHIN_MS = 200;
const SAVE_PAUSE_MS = 1000;
/** Who writes without a pause is saved all the same. */
const SAVE_WITHIN_MS = 5000;

export interface AutosaveOptions {
  /** The Email as it is now; undefined while there is nothing worth keeping. */
  email(): UnsentEmail | undefined;
  onStatus(status: SaveStatus): void;
  /** The Email was saved: its draft and where its files lie now. */
  onSaved(saved: UnsentEmail): void;
  /** The draft was changed elsewhere: the Email is made one of its own, and saved again. */
  onReplaced(): Promise<void>;
}

/** Keeps one Email safe while a form has it. */
export class Autosave {
  readonly #options: AutosaveOptions;
  #storeTimer: ReturnType<typeof setTimeout> | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #isDirty = false;
  #dirtySince = 0;
  /** What the draft has is all of it. */
  #isSafe = true;
  #isStopped = false;
  #isPaused = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: AutosaveOptions) {
    this.#options = options;
  }

  changed(): void {
    if (!this.#isDirty) this.#dirtySince = performance.now();
    this.#isDirty = true;
    this.#isSafe = false;
    clearTimeout(this.#saveTimer);
    if (this.#isStopped) return;
    this.#options.onStatus("unsaved");
    this.#storeTimer ??= setTimeout(this.#store, STORE_WITHIN_MS);
    if (this.#isPaused) return;
    const latest = this.#dirtySince + SAVE_WITHIN_MS - performance.now();
    this.#saveTimer = setTimeout(this.#saveNow, Math.max(0, Math.min(SAVE_PAUSE_MS, latest)));
  }

  /** Stores the Email on this computer, though nothing in it has changed. */
  keep(): void {
    // Behind the save under way, which stores what it has saved.
    this.#running = this.#running.then(this.#store);
  }

  /** Waits for the save under way and saves no more: the Email is sent or discarded. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#storeTimer);
    this.#storeTimer = undefined;
    clearTimeout(this.#saveTimer);
    await this.#running;
  }

  /** Waits for the save under way, and keeps the Email on this computer only: its draft stays as it is. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    clearTimeout(this.#saveTimer);
    await this.#running;
  }

  /** Saves again: the Email was not sent after all, or its draft may change again. */
  resume(): void {
    this.#isStopped = false;
    this.#isPaused = false;
    if (this.#isDirty) this.changed();
  }

  /** The form is gone. What is not on the server yet gets there without it. @param isWhole no file is missing there */
  async close(isWhole: () => boolean): Promise<void> {
    clearTimeout(this.#storeTimer);
    clearTimeout(this.#saveTimer);
    if (this.#isStopped) return;
    // Before anything else: the page may be closed next.
    const now = this.#options.email();
    if (now) await storeUnsent({ ...now, stage: "saving" });
    await this.#running;
    this.#isStopped = true;
    const last = this.#options.email();
    if (!last) return;
    if (this.#isDirty || !isWhole()) await finishLater(last, "saving");
    else await deleteUnsent(last);
  }

  /** @returns stops watching */
  watch(): () => void {
    prepareDatabase();
    const forget = onReachable(() => {
      if (this.#isDirty) this.#saveNow();
    });
    document.addEventListener("visibilitychange", this.#leavePage);
    window.addEventListener("pagehide", this.#storeOnUnload);
    return () => {
      forget();
      document.removeEventListener("visibilitychange", this.#leavePage);
      window.removeEventListener("pagehide", this.#storeOnUnload);
    };
  }

  readonly #store = (): void => {
    clearTimeout(this.#storeTimer);
    this.#storeTimer = undefined;
    const now = this.#stored();
    if (now) void storeUnsent(now);
  };

  /** As it is stored on this computer. */
  #stored(): UnsentEmail | undefined {
    const now = this.#isStopped ? undefined : this.#options.email();
    if (!now || !this.#isSafe || now.draftId === undefined) return now;
    return { ...now, isSaved: now.files.every(({ blobId }) => blobId) };
  }

  /** Behind the save under way: two at a time could leave two drafts. */
  readonly #saveNow = (): void => {
    clearTimeout(this.#saveTimer);
    this.#running = this.#running.then(() => this.#save());
  };

  async #save(): Promise<void> {
    const { email, onStatus, onSaved, onReplaced } = this.#options;
    const now = email();
    if (!this.#isDirty || this.#isStopped || this.#isPaused || !now) return;
    this.#isDirty = false;
    onStatus("saving");
    try {
      const saved = await saveUnsent(now);
      onSaved(saved);
      if (this.#isDirty) return onStatus("unsaved");
      this.#isSafe = true;
      this.#store();
      onStatus("saved");
    } catch (error) {
      this.#isDirty = true;
      if (error instanceof DraftGone) {
        await onReplaced();
        return this.#save();
      }
      if (isUnreachable(error)) onStatus("kept");
      else onStatus(error instanceof SetFailure && error.error.type === "overQuota" ? "full" : "failed");
    }
  }

  /** The page may be gone in a moment. */
  readonly #leavePage = (): void => {
    if (document.visibilityState !== "hidden" || !this.#isDirty) return;
    this.#store();
    this.#saveNow();
  };

  readonly #storeOnUnload = (): void => {
    const now = this.#stored();
    if (now && (this.#isDirty || now.minimisedAt !== undefined)) storeOnUnload(now);
  };
}
