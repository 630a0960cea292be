export const letter = {
  download: "Скачать",
  downloadAll: "Скачать все",
  files_one: "{{count}} файл",
  files_few: "{{count}} файла",
  files_many: "{{count}} файлов",
  files_other: "{{count}} файла",
};
