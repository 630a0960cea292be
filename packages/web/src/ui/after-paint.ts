/**
 * For what nobody waits to see: effects of a click run before its frame is painted, and asking for something takes
 * milliseconds of it.
 * @returns what calls it off
 */
export function afterPaint(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}
