/**
 * Keeps the letter while it is written: on this computer at once, on the server after a pause, one save at a time, and
 * again when the server can be reached.
 */
import { isUnreachable, onReachable } from "../../store/index.ts";
import {
  DraftGone,
  dropLetter,
  handOver,
  keepLastWords,
  keepLetter,
  prepareDatabase,
  saveUnsent,
  type UnsentLetter,
} from "../../store/writing.ts";

/** `kept`: on this computer only, the server is away. `failed`: the server refuses it. */
export type KeepStatus = "unsaved" | "saving" | "saved" | "kept" | "failed";

/** At most so long, in ms, is a key known to the open page only. */
const keepWithin = 200;
const pauseBeforeSaving = 1000;
/** Who writes without a pause is saved all the same. */
const saveWithin = 5000;

export interface KeeperOptions {
  /** The letter as it is now; undefined while there is nothing worth keeping. */
  letter(): UnsentLetter | undefined;
  onStatus(status: KeepStatus): void;
  /** The letter was saved: its draft and where its files lie now. */
  onSaved(saved: UnsentLetter): void;
  /** The draft was changed elsewhere: the letter is made one of its own, and saved again. */
  onReplaced(): Promise<void>;
}

/** Keeps one letter safe while a form has it. */
export function createKeeper({ letter, onStatus, onSaved, onReplaced }: KeeperOptions) {
  let keepTimer: ReturnType<typeof setTimeout> | undefined;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let isDirty = false;
  let dirtySince = 0;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  const keep = (): void => {
    clearTimeout(keepTimer);
    keepTimer = undefined;
    const now = isStopped ? undefined : letter();
    if (now) void keepLetter(now);
  };

  const save = async (): Promise<void> => {
    const now = letter();
    if (!isDirty || isStopped || !now) return;
    isDirty = false;
    onStatus("saving");
    try {
      const saved = await saveUnsent(now);
      onSaved(saved);
      if (isDirty) return onStatus("unsaved");
      if (!isStopped) void keepLetter({ ...saved, isSaved: saved.files.every(({ blobId }) => blobId) });
      onStatus("saved");
    } catch (error) {
      isDirty = true;
      if (error instanceof DraftGone) {
        await onReplaced();
        return save();
      }
      onStatus(isUnreachable(error) ? "kept" : "failed");
    }
  };

  /** Behind the save under way: two at a time could leave two drafts. */
  const saveNow = (): void => {
    clearTimeout(saveTimer);
    running = running.then(save);
  };

  const changed = (): void => {
    if (!isDirty) dirtySince = performance.now();
    isDirty = true;
    clearTimeout(saveTimer);
    if (isStopped) return;
    onStatus("unsaved");
    keepTimer ??= setTimeout(keep, keepWithin);
    const latest = dirtySince + saveWithin - performance.now();
    saveTimer = setTimeout(saveNow, Math.max(0, Math.min(pauseBeforeSaving, latest)));
  };

  /** The page may be gone in a moment. */
  const leavePage = (): void => {
    if (document.visibilityState !== "hidden" || !isDirty) return;
    keep();
    saveNow();
  };

  const sayLastWords = (): void => {
    const now = isStopped || !isDirty ? undefined : letter();
    if (now) keepLastWords(now);
  };

  return {
    changed,

    /** Waits for the save under way and saves no more: the letter is sent or discarded. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(keepTimer);
      keepTimer = undefined;
      clearTimeout(saveTimer);
      await running;
    },

    /** Saves again: the letter was not sent after all. */
    resume(): void {
      isStopped = false;
      if (isDirty) changed();
    },

    /** The form is gone. What is not on the server yet gets there without it. @param isWhole no file is missing there */
    async close(isWhole: () => boolean): Promise<void> {
      clearTimeout(keepTimer);
      clearTimeout(saveTimer);
      if (isStopped) return;
      // Before anything else: the page may be closed next.
      const now = letter();
      if (now) await keepLetter({ ...now, stage: "saving" });
      await running;
      isStopped = true;
      const last = letter();
      if (!last) return;
      if (isDirty || !isWhole()) await handOver(last, "saving");
      else await dropLetter(last);
    },

    /** @returns stops watching */
    watch(): () => void {
      prepareDatabase();
      const forget = onReachable(() => {
        if (isDirty) saveNow();
      });
      document.addEventListener("visibilitychange", leavePage);
      window.addEventListener("pagehide", sayLastWords);
      return () => {
        forget();
        document.removeEventListener("visibilitychange", leavePage);
        window.removeEventListener("pagehide", sayLastWords);
      };
    },
  };
}
