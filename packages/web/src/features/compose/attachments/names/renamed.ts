/** Names of files that a person changes. Pure. */

/** The name, and the end that says of which kind the file is. */
export function partsOf(name: string): { base: string; end: string } {
  const end = /.(\.[\p{L}\p{N}]{1,10})$/u.exec(name)?.[1] ?? "";
  return { base: name.slice(0, name.length - end.length), end };
}

/** No way to a folder, no line breaks; empty: the name stays. */
export function renamed(name: string, typed: string): string {
  const base = typed.replaceAll(/[/\\\p{Cc}]+/gu, " ").trim();
  return base === "" ? name : base + partsOf(name).end;
}
