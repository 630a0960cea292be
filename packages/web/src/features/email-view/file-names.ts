/** Names of files in an archive, for every system's file manager. Pure. */

/** What some system forbids in a file's name, and what could turn the text of the name around. */
const forbidden = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]+/gu;

export function safeFileName(name: string): string {
  const safe = name
    .replace(forbidden, "_")
    .replace(/^[.\s]+|[.\s]+$/g, "")
    .slice(0, 120);
  return safe || "_";
}

/** Safe names in the same order, each once: "a.png", "a (2).png". */
export function uniqueFileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const safe = safeFileName(name);
    const dot = safe.lastIndexOf(".");
    const [base, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ""];
    let unique = safe;
    for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${base} (${number})${ending}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
