import type { FolderNode } from "../../store/index.ts";

/** A pending change of a folder. */
export type FolderTask =
  | { kind: "create"; parent: FolderNode | undefined }
  | { kind: "rename" | "move" | "delete"; node: FolderNode };
