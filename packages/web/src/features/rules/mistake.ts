/** "line 3: what is wrong": as servers tell of a mistake. */
import type { TFunction } from "i18next";
import { currentLanguage } from "../../i18n/index.ts";
import { inRussian } from "../../i18n/ru/mistakes.ts";

const MISTAKE = /^line (\d+): (.*)$/s;

export interface Mistake {
  text: string;
  line: number | undefined;
}

export function mistakeOf(description: string, t: TFunction): Mistake {
  const [, line, problem = ""] = MISTAKE.exec(description) ?? [];
  if (line === undefined) return { text: description, line: undefined };
  const told = (currentLanguage() === "ru" && inRussian(problem)) || problem;
  return { text: t("rules.line", { line, problem: told }), line: Number(line) };
}
