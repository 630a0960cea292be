/** Unwraps format=flowed (RFC 3676). Pure. */

/**
 * A line that ends with a space flows into the next of the same quote depth; stuffing spaces are not text.
 * Quote marks stay, each followed by one space.
 * @param isDelSp the space at the end of a line is not part of the text (DelSp=yes)
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
