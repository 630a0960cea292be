/** Tests speak both languages from the start. */
import { loadLanguages } from "../../src/i18n/index.ts";

await loadLanguages();
