/** Wildcards: RFC 5228 §2.7.1. "*" takes as little as it can, from the left (RFC 5229 §3.2). */

type Piece = { kind: "char"; char: string } | { kind: "one" } | { kind: "many" };

/** A backslash takes the meaning of the next character. */
function piecesOf(pattern: string): Piece[] {
  const pieces: Piece[] = [];
  let isEscaped = false;
  for (const char of pattern) {
    if (isEscaped || (char !== "\\" && char !== "*" && char !== "?")) pieces.push({ kind: "char", char });
    else if (char !== "\\") pieces.push(char === "*" ? { kind: "many" } : { kind: "one" });
    isEscaped = !isEscaped && char === "\\";
  }
  return pieces;
}

/**
 * In the time of the two lengths' product at most.
 * @param foldEach makes characters equal that are to match
 * @param work counts the steps, and may throw
 * @returns the whole value and what each wildcard stands for; undefined: no match
 */
export function glob(
  value: string,
  pattern: string,
  foldEach: (text: string) => string[],
  work: (steps: number) => void,
): string[] | undefined {
  const chars = Array.from(value);
  const folded = foldEach(value);
  const pieces = piecesOf(pattern).map((piece) =>
    piece.kind === "char" ? { ...piece, char: foldEach(piece.char).join("") } : piece,
  );
  work(chars.length + pieces.length);
  /** Where each piece begins; that of the next one is its end. */
  const starts: number[] = [];
  let at = 0;
  let next = 0;
  let star = -1;
  for (;;) {
    const piece = pieces[next];
    if (!piece && at === chars.length) break;
    starts[next] = at;
    if (piece?.kind === "many") star = next++;
    else if (piece && at < chars.length && (piece.kind === "one" || piece.char === folded[at])) {
      at++;
      next++;
    } else {
      // Only the last "*" takes more: what is before it has been found as early as it can be.
      const taken = star < 0 ? chars.length : (starts[star + 1] ?? chars.length);
      if (taken >= chars.length) return undefined;
      work(at - taken + 1);
      at = taken + 1;
      next = star + 1;
      starts[next] = at;
    }
  }
  starts[pieces.length] = at;
  const parts = pieces.flatMap((piece, index) =>
    piece.kind === "char" ? [] : chars.slice(starts[index], starts[index + 1]).join(""),
  );
  return [value, ...parts];
}
