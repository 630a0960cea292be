export const fileNames = {
  letter: "Письмо",
  unnamed: "Файл без названия",
};
