/** Marks the words of a message that match a search, on the clean tree: nothing of the message comes in by it. */

export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** A message that repeats a word a million times would hold the page up. */
const MAX_MARKS = 1000;

/** @param partsOf splits a text; its parts, joined, are the text again */
export function markMatches(body: Element, partsOf: (text: string) => readonly TextPart[]): void {
  const page = body.ownerDocument;
  const walker = page.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  let count = 0;
  for (const node of texts) {
    if (count >= MAX_MARKS) return;
    const parts = partsOf(node.data);
    if (!parts.some(({ isMatch }) => isMatch)) continue;
    const marked = parts.map(({ text, isMatch }) => {
      if (!isMatch || count >= MAX_MARKS) return text;
      count++;
      const mark = page.createElement("mark");
      mark.setAttribute("data-match", "");
      mark.textContent = text;
      return mark;
    });
    node.replaceWith(...marked);
  }
}
