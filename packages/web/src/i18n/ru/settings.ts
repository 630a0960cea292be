import { initialRender } from "./initial-render.ts";

export const settings = {
  ...initialRender.settings,
  close: "Закрыть настройки",
  ru: "Русский",
  en: "English",
};
