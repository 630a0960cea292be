/** "own": the letter is one of ours, such as a sample. "refused": a check of the sender failed. */
export type KnownSender = "verified" | "unchecked" | "refused" | "own";
