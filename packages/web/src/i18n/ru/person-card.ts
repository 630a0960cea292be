export const personCard = {
  write: "Написать",
  letters: "Все письма",
  files: "Последние файлы",
  copy: "Скопировать адрес {{address}}",
  copied: "Адрес скопирован: {{address}}",
  notCopied: "Не удалось скопировать адрес",
};
