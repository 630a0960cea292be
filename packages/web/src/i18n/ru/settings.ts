import { sight } from "./sight.ts";

export const settings = {
  ...sight.settings,
  close: "Закрыть настройки",
  ru: "Русский",
  en: "English",
};
