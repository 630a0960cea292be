/** Responses of a ManageSieve server: RFC 5804 §4. */
import { Offline } from "../imap/connection/errors.ts";
import type { Input } from "./input.ts";
import { MAX_LINES, MAX_TOKENS } from "./limits.ts";
import { TooMuch } from "./refusal.ts";

export type Token = { kind: "string" | "atom"; text: string } | { kind: "open" | "close" };

const WORD = /^(?:"((?:[^"\\]|\\["\\])*)"|\{(\d{1,9})\}$|([()])|([^\s"(){}]+))/;

/** One line with its strings; a literal goes on in the next one. */
export async function readTokens(input: Input): Promise<Token[]> {
  const tokens: Token[] = [];
  let rest = await input.line();
  while (rest !== "") {
    const [whole, quoted, octets, paren, atom] = WORD.exec(rest) ?? [];
    if (whole === undefined || tokens.length >= MAX_TOKENS) throw new Offline("the server's answer cannot be read");
    rest = rest.slice(whole.length);
    if (quoted !== undefined) tokens.push({ kind: "string", text: quoted.replaceAll(/\\(["\\])/g, "$1") });
    else if (paren !== undefined) tokens.push({ kind: paren === "(" ? "open" : "close" });
    else if (atom !== undefined) tokens.push({ kind: "atom", text: atom });
    else {
      tokens.push({ kind: "string", text: (await input.octets(Number(octets))).toString("utf8") });
      rest = await input.line();
    }
    rest = rest.replace(/^ +/, "");
  }
  return tokens;
}

/** How a command ended. */
export interface Ending {
  status: "OK" | "NO" | "BYE";
  /** "QUOTA/MAXSIZE", upper case; "" where there is none (RFC 5804 §1.3). */
  code: string;
  /** Of the code: "SASL", "TAG", "REFERRAL". */
  argument: string | undefined;
  text: string;
}

/** undefined: the line is data. */
export function endingOf(tokens: readonly Token[]): Ending | undefined {
  const [first, ...rest] = tokens;
  if (first?.kind !== "atom") return undefined;
  const status = first.text.toUpperCase();
  if (status !== "OK" && status !== "NO" && status !== "BYE") return undefined;
  const close = rest[0]?.kind === "open" ? rest.findIndex(({ kind }) => kind === "close") : -1;
  const code = rest.slice(1, Math.max(close, 0)).flatMap((token) => ("text" in token ? [token.text] : []));
  const words = rest.slice(close + 1).flatMap((token) => ("text" in token ? [token.text] : []));
  return { status, code: (code[0] ?? "").toUpperCase(), argument: code[1], text: words.join(" ") };
}

export interface Response {
  lines: Token[][];
  ending: Ending;
}

/** As far as its ending. @throws Offline */
export async function readResponse(input: Input): Promise<Response> {
  const lines: Token[][] = [];
  input.begin();
  for (;;) {
    const tokens = await readTokens(input);
    const ending = endingOf(tokens);
    if (ending) return { lines, ending };
    lines.push(tokens);
    if (lines.length > MAX_LINES) throw new TooMuch("the server sends more than it may");
  }
}

export const textOf = (token: Token | undefined): string => (token && "text" in token ? token.text : "");
