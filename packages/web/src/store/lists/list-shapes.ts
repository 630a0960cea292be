/** The public view of a list, and its part of the page snapshot. */
import type { Id } from "@pismo/jmap";
import type { ListQuery } from "./list-query.ts";

export interface EmailList {
  key: string;
  status: "loading" | "ready" | "error";
  /** With "error": finds the failure in the log of the server. */
  failureNumber: string | undefined;
  total: number;
  /** False while only the beginning of a search is known: there are more than `total`. */
  isCounted: boolean;
  /** The Email at an index, or undefined while it is not loaded. */
  idAt: (index: number) => Id | undefined;
  /** Says what is in sight (`end` not included); missing windows are loaded, those out of sight no more. */
  ensureRange: (start: number, end: number) => void;
  /** The index of an Email that is loaded, or -1. */
  indexOf: (id: Id) => number;
  /** Loads again after an error. */
  retry: () => void;
}

/** A stretch of a list in one state, as the server counts. */
export interface ListSnapshot {
  query: ListQuery;
  position: number;
  ids: readonly Id[];
  total: number;
  queryState: string;
}
