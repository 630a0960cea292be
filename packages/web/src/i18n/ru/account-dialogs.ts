export const sessions = {
  open: "Где вы вошли",
  title: "Где вы вошли в почту",
  description: "Если какой-то браузер не ваш, завершите его сеанс и смените пароль на почтовом сервере.",
  list: "Браузеры, в которых вы вошли",
  here: "Этот браузер",
  used: "Последний раз: {{date}}",
  since: "Вход: {{date}}",
  browser: "{{browser}}, {{system}}",
  unknownBrowser: "Другой браузер",
  unknownSystem: "неизвестная система",
  end: "Завершить",
  endOf: "Завершить сеанс: {{name}}, вход {{date}}",
  endOthers: "Завершить все остальные",
  ended: "Сеанс завершён",
  othersEnded: "Все остальные сеансы завершены",
  onlyHere: "Других сеансов нет.",
  loading: "Загружаем…",
  failed: "Нет связи с сервером",
  again: "Попробовать ещё раз",
};

export const folderRoles = {
  open: "Служебные папки",
  title: "Служебные папки",
  description: "Выберите папку для каждого назначения. Письма останутся на месте, новые попадут в выбранную папку.",
  sent: "Отправленные",
  drafts: "Черновики",
  archive: "Архив",
  junk: "Спам",
  trash: "Корзина",
  save: "Сохранить",
  saved: "Служебные папки изменены",
  twice: "Одну папку нельзя выбрать дважды",
  failed: "Не удалось: {{reason}}",
};

export const signature = {
  open: "Подпись",
  title: "Подпись",
  description: "Добавляется под вашими письмами, над цитатой.",
  of: "Подпись для {{address}}",
  more: "Изменить оформленную подпись",
  save: "Сохранить",
  saved: "Подпись сохранена",
  failed: "Не удалось сохранить: {{reason}}",
  noConnection: "нет связи с Pismo",
  notKept: "Этот почтовый сервер не хранит подписи",
};

/** Added to what the frame has. */
export const shell = {
  accounts: {
    choose: "Почтовые ящики",
    connecting: "Соединяемся…",
    online: "На связи",
    offline: "Нет связи",
    keyboard: "Сочетания клавиш",
    signOut: "Выйти",
  },
};
