/** What others see of a list, and what is kept of it. */
import type { Id } from "@pismo/jmap";
import type { ListQuery } from "./list-query.ts";

export interface EmailList {
  key: string;
  status: "loading" | "ready" | "error";
  total: number;
  /** The Email at a place, or undefined while it is not loaded. */
  idAt: (index: number) => Id | undefined;
  /** Says what is in sight (`end` not included); missing windows are loaded, those out of sight no more. */
  ensureRange: (start: number, end: number) => void;
  /** The place of an Email that is loaded, or -1. */
  indexOf: (id: Id) => number;
  /** Loads again after an error. */
  retry: () => void;
}

/** A stretch of a list in one state, as the server counts. */
export interface KeptList {
  query: ListQuery;
  position: number;
  ids: readonly Id[];
  total: number;
  queryState: string;
}
