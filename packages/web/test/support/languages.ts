/** Tests of what people see speak both languages from the start. Some tests have no page. */
if (typeof document !== "undefined") {
  const { loadLanguages } = await import("../../src/i18n/index.ts");
  await loadLanguages();
}

export {};
