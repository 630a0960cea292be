/** What a check is asked for, and what it finds. */
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import type { FaultyMessage } from "../backup/describe-emails.ts";

export interface CheckOptions {
  /** For an account that has to be created. */
  domain: string;
  isRepair: boolean;
  parse(bytes: Uint8Array): Promise<ParsedMessage>;
  onProgress(progress: { done: number; total: number }): void;
}

export interface CheckReport {
  emailCount: number;
  /** Problems before the repair, a line each. */
  problems: string[];
  /** Further actions of the repair. */
  done: string[];
  /** Problems after the repair; without one, the same as `problems`. */
  left: string[];
  /** Damaged or missing messages. */
  faults: FaultyMessage[];
  /** Information that is no problem. */
  notes: string[];
}

export const emptyReport = (): CheckReport => ({
  emailCount: 0,
  problems: [],
  done: [],
  left: [],
  faults: [],
  notes: [],
});
