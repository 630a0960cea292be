/** The files of the letter being written: picked, previewed, uploaded, retried, removed. */
import { useRef, useState } from "react";
import { sortImages } from "./image-files.ts";

/** One attached file. It is part of the letter once it has a blobId. */
export interface Attachment {
  key: string;
  name: string;
  type: string;
  /** Octets of the decoded content. */
  size: number;
  /** The preview as a data URL, as the specification has it; absent for what is no image. */
  img?: string;
  blobId?: string;
  /** 0 to 1. */
  progress: number;
  failed: boolean;
}

export type Upload = (
  file: File,
  type: string,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
) => Promise<{ blobId: string }>;

/** What of a picked selection was refused, for the person to read. */
export interface Refusal {
  invalid: File[];
  tooLarge: File[];
  /** Nothing of the selection was taken. */
  nothingLeft: boolean;
}

interface Running {
  file: File;
  controller: AbortController;
  done: Promise<void>;
}

function readDataUrl(file: File, type: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(new Blob([file], { type }));
  });
}

/**
 * @param initial those of a draft that is opened again, or of a letter that is forwarded
 * @param maxSize the largest file that the server takes, octets
 */
export function useAttachments(initial: Attachment[], upload: Upload, maxSize: number, onChange: () => void) {
  const [attachments, setAttachments] = useState(initial);
  const current = useRef(initial);
  const running = useRef(new Map<string, Running>());

  const replace = (next: Attachment[]): void => {
    current.current = next;
    setAttachments(next);
  };
  const patch = (key: string, change: Partial<Attachment>): void =>
    replace(current.current.map((item) => (item.key === key ? { ...item, ...change } : item)));

  const start = (key: string, file: File, type: string): void => {
    const controller = new AbortController();
    const done = upload(
      file,
      type,
      (progress) => patch(key, { progress: Math.min(progress, 0.99) }),
      controller.signal,
    ).then(
      ({ blobId }) => {
        patch(key, { blobId, progress: 1 });
        onChange();
      },
      () => patch(key, { failed: true }),
    );
    running.current.set(key, { file, controller, done });
  };

  return {
    attachments,

    /** Takes what is of an accepted type and small enough; says what was left out. */
    async add(files: File[]): Promise<Refusal> {
      const { accepted, rejected } = await sortImages(files);
      const tooLarge = accepted.filter(({ file }) => file.size > maxSize).map(({ file }) => file);
      const taken = accepted.filter(({ file }) => file.size <= maxSize);
      const added = await Promise.all(
        taken.map(async ({ file, type }): Promise<Attachment> => {
          const img = await readDataUrl(file, type);
          return { key: crypto.randomUUID(), name: file.name, type, size: file.size, img, progress: 0, failed: false };
        }),
      );
      replace([...current.current, ...added]);
      added.forEach(({ key, type }, index) => start(key, taken[index]!.file, type));
      return { invalid: rejected, tooLarge, nothingLeft: files.length > 0 && accepted.length === 0 };
    },

    remove(key: string): void {
      running.current.get(key)?.controller.abort();
      running.current.delete(key);
      replace(current.current.filter((item) => item.key !== key));
      onChange();
    },

    retry(key: string): void {
      const item = current.current.find((other) => other.key === key);
      const run = running.current.get(key);
      if (!item || !run) return;
      patch(key, { failed: false, progress: 0 });
      start(key, run.file, item.type);
    },

    clear(): void {
      for (const { controller } of running.current.values()) controller.abort();
      running.current.clear();
      replace([]);
      onChange();
    },

    /** Waits for the uploads under way. False where one failed: then the letter must not go out without it. */
    async settle(): Promise<boolean> {
      await Promise.all([...running.current.values()].map(({ done }) => done));
      return current.current.every(({ blobId }) => blobId !== undefined);
    },

    count: (): number => current.current.length,

    /** Those that are on the server, in order. */
    uploaded: (): (Attachment & { blobId: string })[] =>
      current.current.filter((item): item is Attachment & { blobId: string } => item.blobId !== undefined),
  };
}
