export const mailSettings = {
  saved: "Настройка сохранена",
  failed: "Не удалось сохранить: нет связи с сервером",
  notKept: "Этот почтовый сервер не хранит настройки.",
  reading: {
    title: "Чтение",
    group: "Объединять письма в цепочки",
    groupHint: "Письмо и ответы на него стоят в списке одной строкой.",
    newest: "Новые письма сверху",
    newestHint: "В открытой цепочке последнее письмо стоит первым.",
  },
  writing: {
    title: "Написание",
    undoSend: "Отмена отправки",
    undoSendHint: "Столько времени письмо ждёт на сервере, и его можно вернуть. Оно уйдёт, даже если закрыть страницу.",
    signatureBelowQuote: "Подпись под цитатой",
    signatureBelowQuoteHint: "Иначе она стоит под вашим текстом, над цитатой.",
    writesPlainText: "Писать простым текстом",
    writesPlainTextHint: "Новые письма и ответы — без оформления. Для отдельного письма это меняет кнопка над текстом.",
    asksForFile: "Спрашивать о забытом файле",
    asksForFileHint: "Если в письме сказано о файле, а файла нет.",
    asksForSubject: "Спрашивать о пустой теме",
    asksForSubjectHint: "Если у письма нет темы.",
    asksForBcc: "Спрашивать о многих получателях",
    asksForBccHint: "Если десять человек и больше увидят адреса друг друга.",
    undoSendNever: "Без ожидания",
    undoSendSeconds_one: "{{count}} секунда",
    undoSendSeconds_few: "{{count}} секунды",
    undoSendSeconds_many: "{{count}} секунд",
    undoSendSeconds_other: "{{count}} секунды",
  },
  addresses: {
    title: "Адреса отправителя",
  },
  accounts: {
    title: "Аккаунты",
    show: "Показать",
    showOf: "Показать {{email}}",
  },
  labels: {
    title: "Метки",
  },
  sessions: {
    title: "Сеансы и токены",
    none: "На этом компьютере почта открывается без входа.",
    tokens:
      "Токены для других программ создаёт и отзывает тот, кто управляет сервером: pismo token create, pismo token list, pismo token revoke.",
  },
};
