export const settings = {
  settings: "Настройки",
  close: "Закрыть настройки",
  appearance: "Внешний вид",
  changeLanguage: "Изменить язык",
  language: "Язык",
  chooseLanguage: "Выбрать язык",
  ru: "Русский",
  en: "English",
  colours: "Внешний вид почты",
  specials: "Особые темы",
  themes: {
    white: "Светлая",
    dark: "Тёмная",
  },
};
