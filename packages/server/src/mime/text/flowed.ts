/** format=flowed (RFC 3676): lines that were broken on the way, put together again. Pure. */

/**
 * A line that ends with a space flows into the next of the same quote depth; stuffing spaces are not text.
 * Quote marks stay, with one space behind them.
 * @param isDelSp the space at the end was added on the way (DelSp=yes)
 */
export function unflow(text: string, isDelSp: boolean): string {
  const out: string[] = [];
  let isOpen = false;
  let depthBefore = 0;
  for (const line of text.split("\n")) {
    const marks = /^>*/.exec(line)?.[0] ?? "";
    const content = line.slice(marks.length).replace(/^ /, "");
    const isSignature = content === "-- ";
    const isFlowed = content.endsWith(" ") && !isSignature;
    const piece = isFlowed && isDelSp ? content.slice(0, -1) : content;
    const depth = marks.length;
    if (isOpen && depth === depthBefore && !isSignature) out[out.length - 1] += piece;
    else out.push(`${depth > 0 ? `${marks} ` : ""}${piece}`);
    isOpen = isFlowed;
    depthBefore = depth;
  }
  return out.join("\n");
}
