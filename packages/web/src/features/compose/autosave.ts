/** Saves the letter while it is written: after a pause, one save at a time, and at once when the page is left. */
import { useEffect, useState } from "react";

export type SaveStatus = "unsaved" | "saving" | "saved" | "failed";

const pauseAfterTyping = 1000;

export interface Autosave {
  status: SaveStatus;
  /** Says how to store the letter as it is now: after every render. */
  saveWith(save: () => Promise<void>): void;
  /** Something changed: save after a pause. */
  changed(): void;
  /** Saves now what is not saved yet; waits for the save under way. Rejects with the save's own error. */
  flush(): Promise<void>;
  /** Waits for the save under way and saves no more: the letter is sent or discarded. */
  stop(): Promise<void>;
  /** Saves again: the letter was not sent after all. */
  resume(): void;
}

export function useAutosave(): Autosave {
  const [status, setStatus] = useState<SaveStatus>("unsaved");

  const [saver] = useState(() => {
    let save = (): Promise<void> => Promise.resolve();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDirty = false;
    let isStopped = false;
    let running: Promise<void> = Promise.resolve();

    const run = (): Promise<void> => {
      clearTimeout(timer);
      // Behind the save under way: two at a time could leave two drafts.
      const next = running
        .catch(() => undefined)
        .then(async () => {
          if (!isDirty || isStopped) return;
          isDirty = false;
          setStatus("saving");
          try {
            await save();
            setStatus(isDirty ? "unsaved" : "saved");
          } catch (error) {
            isDirty = true;
            setStatus("failed");
            throw error;
          }
        });
      running = next;
      return next;
    };
    // A save that failed is shown by its status and tried again with the next change.
    const quietly = (): void => void run().catch(() => undefined);

    return {
      saveWith(next: () => Promise<void>): void {
        save = next;
      },
      changed(): void {
        isDirty = true;
        setStatus("unsaved");
        clearTimeout(timer);
        if (!isStopped) timer = setTimeout(quietly, pauseAfterTyping);
      },
      flush: run,
      async stop(): Promise<void> {
        clearTimeout(timer);
        isStopped = true;
        await running.catch(() => undefined);
      },
      resume(): void {
        isStopped = false;
      },
      quietly,
    };
  });

  useEffect(() => {
    saver.resume();
    const leave = (): void => {
      if (document.visibilityState === "hidden") saver.quietly();
    };
    document.addEventListener("visibilitychange", leave);
    window.addEventListener("pagehide", saver.quietly);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      window.removeEventListener("pagehide", saver.quietly);
      saver.quietly();
    };
  }, [saver]);

  return { ...saver, status };
}
