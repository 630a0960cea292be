/** Tests of what people see speak both languages from the start. Some tests have no page. */
import { beforeAll } from "vitest";

beforeAll(async () => {
  if (typeof document === "undefined") return;
  const { loadLanguages } = await import("../../src/i18n/index.ts");
  await loadLanguages();
});
