/** What a step of the browser's history keeps of a search, as its state. */
export interface SearchStep {
  /** The folder that was open before. */
  searchedFrom?: string;
  /** Nothing has begun it but typing: what is typed on takes its place. */
  isTyped?: boolean;
}

/** For a step that a choice in the results has begun. */
export const begunStep = (state: unknown): SearchStep => ({ ...(state as SearchStep | null), isTyped: false });
