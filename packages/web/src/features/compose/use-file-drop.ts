import { type DragEvent, useState } from "react";

export interface FileDrop {
  isDraggedOver: boolean;
  handlers: {
    onDragOver(event: DragEvent): void;
    onDragLeave(event: DragEvent): void;
    onDrop(event: DragEvent): void;
  };
}

/** Takes files that are dropped on an element, unless something within it has taken them. */
export function useFileDrop(onFiles: (files: File[]) => void): FileDrop {
  const [isDraggedOver, setDraggedOver] = useState(false);
  return {
    isDraggedOver,
    handlers: {
      onDragOver(event) {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setDraggedOver(true);
      },
      onDragLeave(event) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDraggedOver(false);
      },
      onDrop(event) {
        setDraggedOver(false);
        if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
