/** "line 3: what is wrong": as servers tell of a mistake. */
import type { TFunction } from "i18next";
import { currentLanguage } from "../../i18n/index.ts";
import { inRussian } from "../../i18n/ru/mistakes.ts";

const MISTAKE = /^line (\d+): (.*)$/s;

export interface Mistake {
  text: string;
  /** A sentence without the line, for those who see rules and no script. */
  sentence: string;
  line: number | undefined;
}

export function mistakeOf(description: string, t: TFunction): Mistake {
  const [, line, problem = ""] = MISTAKE.exec(description) ?? [];
  if (line === undefined) return { text: description, sentence: description, line: undefined };
  const told = (currentLanguage() === "ru" && inRussian(problem)) || problem;
  const sentence = told.charAt(0).toLocaleUpperCase(currentLanguage()) + told.slice(1);
  return { text: t("rules.line", { line, problem: told }), sentence, line: Number(line) };
}
