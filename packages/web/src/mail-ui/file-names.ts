/** What a file of a letter is called: everywhere the same. */
import type { Id } from "@pismo/jmap";
import { i18n } from "../i18n/index.ts";
import { addTexts } from "../i18n/lazy/add-texts.ts";
import { texts } from "../i18n/lazy/file-names.ts";
import { fileNameOf } from "../store/files/file-names.ts";
import {
  isUnnamedLetter,
  letterSubjects,
  type LetterSubjects,
  useLetterSubjects,
} from "../store/files/letter-subjects.ts";
import type { Matches } from "../store/search/matches.ts";
import { visibleText } from "../ui/visible-text.ts";

addTexts(texts);

interface GivenFile {
  blobId: Id | null;
  name: string | null;
  /** Of a letter without a name, where the server has told it. */
  letterSubject?: string | null;
  type: string;
}

/** Of a letter as a file: by its subject. */
export const letterFileName = (subject: string | null): string =>
  fileNameOf(subject, "eml", i18n.t("fileNames.letter"));

/** @param subjects of letters without a name */
export function fileName(file: GivenFile, subjects: LetterSubjects = letterSubjects()): string {
  if (isUnnamedLetter(file))
    return letterFileName(file.letterSubject ?? (file.blobId && subjects.get(file.blobId)) ?? null);
  // Mail programs give the calendar of an invitation none (RFC 6047, section 2.4).
  if (!file.name?.trim() && file.type === "text/calendar") return `${i18n.t("fileNames.calendar")}.ics`;
  return visibleText(file.name?.trim() ?? "") || i18n.t("fileNames.unnamed");
}

/** Whether its subject is still to come: until then all such letters have one name. */
export const isUntitled = (file: GivenFile): boolean =>
  isUnnamedLetter(file) && file.blobId !== null && !letterSubjects().has(file.blobId);

/** What the file is called that a search has found words in. */
export const foundFileName = ({ fileName: name, letterSubject }: Matches): string | undefined =>
  name ?? (letterSubject === undefined ? undefined : letterFileName(letterSubject));

/** Names files of letters that are here as a whole: the server reads the subjects of those that are letters without a name. */
export function useFileName(files: readonly GivenFile[]): (file: GivenFile) => string {
  const subjects = useLetterSubjects(files.flatMap((file) => (isUnnamedLetter(file) ? (file.blobId ?? []) : [])));
  return (file) => fileName(file, subjects);
}
