/** The views of the settings with their texts, in one piece. */
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/settings-views.ts";

addTexts(texts);

export { LanguageView } from "./LanguageView.tsx";
export { ThemeView } from "./ThemeView.tsx";
