/** A value that stands at some place of a text, in the form of facts.ts. */
export interface Found {
  value: string;
  /** The offset after its last character. */
  end: number;
  /** Where its words begin, if not where it was looked for. */
  start?: number;
}

/** Reads the value that begins at an offset; null where none does. */
export type ReadAt = (text: string, at: number) => Found | null;

/** Matches a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
