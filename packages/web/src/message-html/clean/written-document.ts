/**
 * A document that is there at once: an empty frame has one from the moment it stands in the page (HTML §7.3.2.1), and
 * what is written into that needs no navigation, which goes through the browser's process and ends some frames later.
 */

/**
 * Writes `html` into a frame of our own origin, which must not have the right to run scripts.
 * @param onDocument told of the document, again of another where the frame has lost it
 * @returns what ends it
 */
export function writeDocument(
  frame: HTMLIFrameElement,
  html: string,
  onDocument: (written: Document) => void,
): () => void {
  let written: Document | null = null;
  const write = (): void => {
    const inner = frame.contentDocument;
    if (!inner || inner === written) return;
    written = inner;
    inner.open();
    // Nothing else gives a document its doctype, and with it the way in which everything is laid out.
    inner.write(html);
    inner.close();
    onDocument(inner);
  };
  // Opening a document ends the navigation that is on its way in its frame (HTML §8.4.1); where a browser puts an empty
  // one into its place all the same, or the frame is moved, it is written again.
  frame.addEventListener("load", write);
  write();
  return () => frame.removeEventListener("load", write);
}
