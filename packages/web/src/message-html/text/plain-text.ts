/** Plain text of a message into paragraphs, quotes and a signature. */

export type TextBlock =
  | { kind: "text"; text: string }
  | { kind: "signature"; text: string }
  | { kind: "quote"; blocks: TextBlock[] };

interface Line {
  depth: number;
  text: string;
}

/** The parameters of a part's Content-Type that say how lines were broken (RFC 3676 §4). */
export interface TextFormat {
  isFlowed: boolean;
  /** The space at the end of a broken line is not part of the text. */
  dropsSpace: boolean;
}

/** @param contentType the raw header field of the part */
export function textFormatOf(contentType: string | null | undefined): TextFormat {
  const parameter = (name: string): string | undefined =>
    new RegExp(`;\\s*${name}\\s*=\\s*"?([\\w-]+)`, "i").exec(contentType ?? "")?.[1]?.toLowerCase();
  return { isFlowed: parameter("format") === "flowed", dropsSpace: parameter("delsp") === "yes" };
}

/** "> > text" → two levels. Other than in flowed text, spaces may stand between the marks. */
function quotedLine(line: string): Line {
  const quoteMarks = /^(?:>[ ]?)*>/.exec(line)?.[0] ?? "";
  const text = line.slice(quoteMarks.length);
  return {
    depth: quoteMarks.replaceAll(" ", "").length,
    text: quoteMarks && text.startsWith(" ") ? text.slice(1) : text,
  };
}

/** RFC 3676 §4.1 to §4.5: marks, stuffed spaces, and lines joined that were only broken for the way. */
function* flowedLines(lines: readonly string[], dropsSpace: boolean): Generator<Line> {
  let open: Line | undefined;
  for (const line of lines) {
    const quoteMarks = /^>*/.exec(line)![0];
    const stuffed = line.slice(quoteMarks.length);
    const content = stuffed.startsWith(" ") ? stuffed.slice(1) : stuffed;
    const isSignature = content === "-- ";
    if (open && (open.depth !== quoteMarks.length || isSignature)) {
      yield open;
      open = undefined;
    }
    const goesOn = content.endsWith(" ") && !isSignature;
    const part = goesOn && dropsSpace ? content.slice(0, -1) : content;
    const joined: Line = { depth: quoteMarks.length, text: (open?.text ?? "") + part };
    open = goesOn ? joined : undefined;
    if (!goesOn) yield joined;
  }
  if (open) yield open;
}

const deepest = 20;

function blocksOf(lines: readonly Line[], depth: number): TextBlock[] {
  const blocks: TextBlock[] = [];
  let run: string[] = [];
  const endRun = (): void => {
    const text = run.join("\n").replace(/^\n+/, "").trimEnd();
    run = [];
    if (text === "") return;
    const isSignature = /^--\s?(?:\n|$)/.test(text);
    blocks.push({ kind: isSignature ? "signature" : "text", text });
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    if (line.depth > depth && depth < deepest) {
      endRun();
      const start = at;
      while (at < lines.length && lines[at]!.depth > depth) at++;
      const inner = blocksOf(lines.slice(start, at), depth + 1);
      if (inner.length > 0) blocks.push({ kind: "quote", blocks: inner });
    } else {
      if (/^-- ?$/.test(line.text)) endRun();
      run.push(line.text);
      at++;
    }
  }
  endRun();
  return blocks;
}

/** The blocks of a text. Line breaks and spaces within them are kept. Linear in its length. */
export function parsePlainText(text: string, { isFlowed, dropsSpace }: TextFormat): TextBlock[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  return blocksOf(isFlowed ? [...flowedLines(lines, dropsSpace)] : lines.map(quotedLine), 0);
}
