import { initialRender } from "./initial-render.ts";

export const settings = {
  ...initialRender.settings,
  close: "Закрыть настройки",
  appearance: "Внешний вид",
  language: "Язык",
  ru: "Русский",
  en: "English",
};
