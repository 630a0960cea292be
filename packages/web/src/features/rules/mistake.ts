/** "line 3: what is wrong": as servers tell of a mistake. */
import type { TFunction } from "i18next";

const MISTAKE = /^line (\d+): (.*)$/s;

export interface Mistake {
  text: string;
  line: number | undefined;
}

export function mistakeOf(description: string, t: TFunction): Mistake {
  const [, line, problem] = MISTAKE.exec(description) ?? [];
  if (line === undefined) return { text: description, line: undefined };
  return { text: t("rules.line", { line, problem }), line: Number(line) };
}
