export const settings = {
  settings: "Настройки",
  close: "Закрыть настройки",
  appearance: "Внешний вид",
  changeLanguage: "Изменить язык",
  language: "Язык",
  chooseLanguage: "Выберите язык",
  ru: "Русский",
  en: "English",
  colours: "Внешний вид почты",
  specials: "Особые темы",
  themes: {
    white: "Светлая",
    dark: "Тёмная",
  },
};
