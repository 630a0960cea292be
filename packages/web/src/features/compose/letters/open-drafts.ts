/** The drafts that have a form in this page: one is shown from there, not opened a second time. */

/** Letters by the Message-ID of their draft. */
const letters = new Map<string, number>();

/** The letter whose form has the draft. */
export const letterWith = (messageId: string): number | undefined => letters.get(messageId);

/** The letter's form has the draft. @returns it has it no more */
export function noteDraft(messageId: string, letter: number): () => void {
  letters.set(messageId, letter);
  return () => {
    if (letters.get(messageId) === letter) letters.delete(messageId);
  };
}

/** The letter is closed, though its popup still fades: its draft may be opened again at once. */
export function freeDraftOf(letter: number): void {
  for (const [messageId, each] of letters) if (each === letter) letters.delete(messageId);
}
