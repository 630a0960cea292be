/** Files within letters that are files: the one that is shown, and the letters around it. */
import { type RefObject, useRef, useState } from "react";
import type { PreviewFile } from "./viewer-of.ts";

/** As deep as the server resolves blobs of parts (worker/part-blob.ts). */
export const MAX_LEVELS = 8;

interface Levels {
  /** The outermost first. */
  levels: readonly PreviewFile[];
  enter: (file: PreviewFile) => void;
  /** To the letter around. */
  back: () => void;
}

/** @param popup takes the focus where what had it is gone */
export function useLevels(file: PreviewFile | undefined, popup: RefObject<HTMLElement | null>): Levels {
  const [within, setWithin] = useState<{ of: PreviewFile["blobId"]; files: readonly PreviewFile[] }>();
  const opened = useRef<HTMLElement[]>([]);
  const files = within && within.of === file?.blobId ? within.files : [];
  if (!file) return { levels: [], enter: () => {}, back: () => {} };
  return {
    levels: [file, ...files],
    enter(inner) {
      if (document.activeElement instanceof HTMLElement) opened.current[files.length] = document.activeElement;
      setWithin({ of: file.blobId, files: [...files, inner] });
      popup.current?.focus();
    },
    back() {
      // Before the button that was pressed is gone: a dialog takes a focus that is lost.
      popup.current?.focus();
      setWithin({ of: file.blobId, files: files.slice(0, -1) });
      const button = opened.current[files.length - 1];
      // Once it is shown again.
      requestAnimationFrame(() => (button?.isConnected ? button : popup.current)?.focus());
    },
  };
}
