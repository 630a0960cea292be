/** As what a file is drawn. Pure. */
import { extensionOfName, type FileKind, fileKind } from "@pismo/jmap";

/** Finer than what files are listed by. */
export type FileFace = FileKind | "code" | "program";

const setOf = (endings: string): ReadonlySet<string> => new Set(endings.split(/\s+/));

/** What runs when it is opened. */
const programs = setOf(
  `apk app appimage bat bin cmd com cpl deb dll dmg exe hta iso jar lnk msi msix pif pkg ps1 rpm scr vb vbe vbs wsf wsh`,
);
const code = setOf(
  `c cc conf cpp cs css diff go h hpp htm html ini java js jse json jsx kt lua mjs patch php pl py rb rs scss sh sql swift
   toml ts tsx xml yaml yml`,
);

/** A program by its name, whatever its type claims: the name is what a computer goes by that opens it. */
export function fileFace(type: string, name: string | null): FileFace {
  const ending = extensionOfName(name?.replace(/[\s.]+$/, "") ?? null);
  if (programs.has(ending)) return "program";
  const kind = fileKind(type, name);
  return (kind === "text" || kind === "other") && code.has(ending) ? "code" : kind;
}
