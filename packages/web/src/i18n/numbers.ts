/** Numbers and sizes in the language of the interface. */
import { currentLanguage, i18n, type Language } from "./index.ts";
import { numberIn } from "./number-formats.ts";

export const formatNumber = (value: number, language: Language = currentLanguage(), fractionDigits = 0): string =>
  numberIn(language, value, fractionDigits);

/** A size in bytes as people read it. As in the specification, 1 Kb is 1000 bytes: 1_234_567 → "1.2 Mb". */
export function formatSize(bytes: number, language: Language = currentLanguage()): string {
  const t = i18n.getFixedT(language);
  if (bytes < 1000) return t("units.bytes", { count: bytes });
  if (bytes < 999_500) return t("units.kb", { value: formatNumber(bytes / 1000, language, bytes < 9950 ? 1 : 0) });
  const [unit, scaled] = bytes < 999_500_000 ? (["mb", bytes / 1e6] as const) : (["gb", bytes / 1e9] as const);
  return t(`units.${unit}`, { value: formatNumber(scaled, language, 1) });
}
