/** Tests of what people see speak both languages from the start, with the texts that come later. Some tests have no page. */
import { beforeAll } from "vitest";

beforeAll(async () => {
  if (typeof document === "undefined") return;
  // What is loaded when it is shown takes its time on a busy machine.
  (await import("@testing-library/dom")).configure({ asyncUtilTimeout: 60_000 });
  const { addTexts } = await import("../../src/i18n/lazy/add-texts.ts");
  const { loadLanguages } = await import("../../src/i18n/index.ts");
  await loadLanguages();
  const later = import.meta.glob<{ ru: object; en: object }>(["../../src/i18n/lazy/*.ts", "!**/add-texts.ts"], {
    import: "texts",
    eager: true,
  });
  for (const texts of Object.values(later)) addTexts(texts);
});
