export const settings = {
  settings: "Настройки",
  close: "Закрыть настройки",
  appearance: "Внешний вид",
  changeLanguage: "Изменить язык",
  language: "Язык",
  chooseLanguage: "Выберите язык",
  confirm: "Выбрать язык",
  ru: "Русский",
  en: "English",
  colours: "Настройки внешнего вида вашей почты",
  specials: "Особые темы",
  themes: {
    white: "Светлая",
    dark: "Тёмная",
  },
};
