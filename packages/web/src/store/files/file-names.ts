/** Names of files that are made here, for every system's file manager. Pure. */

/** What some system forbids in a file's name, and what could turn the text of the name around. */
const forbidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]+/gu;

/** Windows opens a device by such a name, whatever its ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** In characters; with a number added by `uniqueFileNames` still far from what any system takes. */
const longest = 120;
/** Characters retained at the end of a long name: they have the file type, and often the version. */
const keptEnd = 30;

/** Shortened in the middle. Whole characters: half of one is no name. */
function shortened(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= longest) return name;
  return [...characters.slice(0, longest - keptEnd - 1), "…", ...characters.slice(-keptEnd)].join("");
}

/** Not by a regular expression: one that looks for an end tries each run of spaces on its way. */
function withoutDotsAround(name: string): string {
  let [start, end] = [0, name.length];
  while (start < end && /[.\s]/.test(name.charAt(start))) start++;
  while (end > start && /[.\s]/.test(name.charAt(end - 1))) end--;
  return name.slice(start, end);
}

export function safeFileName(name: string): string {
  return shortened(withoutDotsAround(name.replace(forbidden, "_"))).replace(device, "$&_") || "_";
}

/** Of what has a title: "A plan.eml". @param untitled in place of a title that says nothing */
export function fileNameOf(title: string | null, ending: string, untitled: string): string {
  const safe = safeFileName(title ?? "");
  return `${safe === "_" ? untitled : safe}.${ending}`;
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
