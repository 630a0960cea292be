export const personCard = {
  write: "Написать",
  letters: "Все письма",
  block: "Заблокировать …",
  files: "Последние файлы",
  copy: "Скопировать адрес {{address}}",
  copied: "Адрес скопирован: {{address}}",
  notCopied: "Не удалось скопировать адрес",
};
