/** The files of the letter being written: picked, previewed, uploaded, retried, removed. */
import { fetchBlob, isUnreachable, onReachable, uploadBlob } from "../../store/index.ts";
import { type UnsentFile } from "../../store/writing.ts";
import { type AcceptedTypes, sortFiles } from "./accepted-files.ts";
import { isPreviewable, pick, type Unfit } from "./picked-pictures.ts";

/** One attached file. It is part of the letter once it has a blobId. */
export interface Attachment extends UnsentFile {
  /** The preview as a data URL, as the specification has it; absent for what is no image. */
  img?: string;
  /** 0 to 1. */
  progress: number;
  /** refused: by the server; waiting: for the server to be reached. */
  problem?: "refused" | "waiting";
}

/** What of a picked selection was not taken, for the person to read. */
export interface LeftOut {
  /** Of no accepted type. */
  invalid: File[];
  /** Pictures that cannot be opened, or not be cleaned. */
  unfit: Unfit[];
  /** Over the limit of one file. */
  tooLarge: File[];
  /** Together with what is attached over the limit of a letter. */
  tooMuch: readonly { name: string; size: number }[];
  /** Nothing of the selection was of an accepted type. */
  isAll: boolean;
}

export interface AttachmentLimits {
  types: AcceptedTypes;
  /** Octets of one file, and of all together. */
  maxSizeUpload: number;
  maxSizeAttachments: number;
}

/** Above this a preview would cost more memory than it is worth: the octets stand in the data URL once more. */
const largestPreview = 20_000_000;

function readDataUrl(file: Blob, type: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file could not be read")));
    reader.readAsDataURL(new Blob([file], { type }));
  });
}

const isPicture = (type: string): boolean => /^image\/(png|jpeg|gif|webp)$/.test(type);

export const sizeOf = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0);

/**
 * @param initial those of a draft that is opened again, or of a letter that is forwarded
 * @param onShow the list to be shown; `isChange`: the letter has other files now
 */
export function createAttachments(
  initial: readonly Attachment[],
  onShow: (attachments: readonly Attachment[], isChange: boolean) => void,
) {
  let current = initial;
  const running = new Map<string, { controller: AbortController; done: Promise<void> }>();

  const replace = (next: readonly Attachment[], isChange = false): void => {
    current = next;
    onShow(next, isChange);
  };
  const patch = (key: string, change: Partial<Attachment>, isChange = false): void =>
    replace(
      current.map((item) => (item.key === key ? { ...item, ...change } : item)),
      isChange,
    );

  const start = ({ key, type, data }: Attachment): void => {
    if (!data) return;
    const controller = new AbortController();
    const { signal } = controller;
    replace(
      current.map((item) => {
        if (item.key !== key) return item;
        const fresh = { ...item, progress: 0 };
        delete fresh.problem;
        return fresh;
      }),
    );
    const onProgress = (fraction: number): void => patch(key, { progress: Math.min(fraction, 0.99) });
    const done = uploadBlob(data, type, { onProgress, signal }).then(
      ({ blobId }) => patch(key, { blobId, progress: 1 }, true),
      (error: unknown) => {
        if (!signal.aborted) patch(key, { problem: isUnreachable(error) ? "waiting" : "refused" });
      },
    );
    running.set(key, { controller, done });
  };

  const stop = (keys: readonly string[]): void => {
    for (const key of keys) {
      running.get(key)?.controller.abort();
      running.delete(key);
    }
  };

  /** Pictures that lie on the server, or in an earlier form, get their preview. */
  const loadPreview = async ({ key, name, type, blobId, data }: Attachment): Promise<void> => {
    const octets = data ?? (blobId && (await fetchBlob(blobId, name, type)));
    if (octets && (await isPreviewable(octets))) patch(key, { img: await readDataUrl(octets, type) });
  };

  return {
    now: (): readonly Attachment[] => current,

    /** The form is there: octets that an earlier one had are sent. @returns the form is gone */
    open(): () => void {
      for (const item of current) {
        if (!item.blobId && !running.has(item.key)) start(item);
        const wantsPreview = !item.img && isPicture(item.type) && item.size <= largestPreview;
        // Without one its name stands for it.
        if (wantsPreview) loadPreview(item).catch(() => undefined);
      }
      const forget = onReachable(() => current.filter(({ problem }) => problem === "waiting").forEach(start));
      return () => {
        forget();
        // What is not sent yet goes with the letter, which is handed over.
        stop([...running.keys()]);
      };
    },

    /** Takes what is of an accepted type and small enough; says what was left out. */
    async add(picked: File[], limits: AttachmentLimits): Promise<LeftOut> {
      const { taken, leftOut: invalid } = await sortFiles(picked, limits.types);
      const fitting = taken.filter(({ file }) => file.size <= limits.maxSizeUpload);
      const all = await Promise.all(fitting.map(({ file, type }) => pick(file, type)));
      const read = await Promise.all(
        all.map(async (each): Promise<Attachment[]> => {
          if ("fault" in each) return [];
          const { name, type, data, isPreviewable: isSmall } = each;
          const { size } = data;
          const hasPreview = isPicture(type) && isSmall && size <= largestPreview;
          const img = hasPreview ? await readDataUrl(data, type) : undefined;
          return [{ key: crypto.randomUUID(), name, type, size, data, progress: 0, ...(img && { img }) }];
        }),
      );
      let room = limits.maxSizeAttachments - sizeOf(current);
      const files = read.flat();
      const added = files.filter(({ size }) => size <= room && ((room -= size), true));
      if (added.length > 0) replace([...current, ...added], true);
      added.forEach(start);
      return {
        invalid,
        tooLarge: taken.filter(({ file }) => file.size > limits.maxSizeUpload).map(({ file }) => file),
        unfit: all.flatMap((each) => ("fault" in each ? [each] : [])),
        tooMuch: files.filter((file) => !added.includes(file)),
        isAll: picked.length > 0 && taken.length === 0,
      };
    },

    remove(key: string): void {
      stop([key]);
      replace(
        current.filter((item) => item.key !== key),
        true,
      );
    },

    /** The quote is left out, and with it the pictures that it shows. */
    removeShown(): void {
      replace(
        current.filter(({ cid }) => cid === undefined),
        true,
      );
    },

    retry(key: string): void {
      const item = current.find((other) => other.key === key);
      if (item) start(item);
    },

    /** Takes away all but the pictures of the quote. */
    clear(): void {
      stop(current.map(({ key }) => key));
      replace(
        current.filter(({ cid }) => cid !== undefined),
        true,
      );
    },

    /** The letter was saved: its files lie elsewhere now. */
    moved(files: readonly UnsentFile[]): void {
      for (const { key, blobId } of files) if (blobId) patch(key, { blobId });
    },

    /** Waits for the uploads under way. */
    async settle(): Promise<void> {
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
