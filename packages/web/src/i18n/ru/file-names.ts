export const fileNames = {
  letter: "Письмо",
  calendar: "Событие",
  unnamed: "Файл без названия",
};
