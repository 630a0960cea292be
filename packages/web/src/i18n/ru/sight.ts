/** What the first sight of a list says: part of the catalogue, and here already with the first code. */
export const sight = {
  shell: {
    compose: "Написать письмо",
    inbox: "Входящие",
    important: "Важные",
    sent: "Отправленные",
    drafts: "Черновики",
    archive: "Архив",
    spam: "Спам",
    trash: "Корзина",
    newFolder: "Новая папка",
  },
  filter: {
    filter: "Фильтр",
    filters: "Фильтры",
    all: "Все письма",
    unread: "Непрочитанные",
    flagged: "С флажком",
    important: "Важные",
    files: "С вложениями",
  },
  search: { label: "Поиск по письмам" },
  settings: { settings: "Настройки" },
  list: {
    noMore: "Писем больше нет",
    draft: "Черновик",
    noSubject: "Без темы",
    noSender: "Без отправителя",
    noRecipient: "Без получателя",
  },
};
