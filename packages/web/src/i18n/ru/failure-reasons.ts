/** Why something was not done, to stand after a colon. */
export const failureReasons = {
  away: "сервер почты сейчас не отвечает",
  noConnection: "нет связи с сервером",
  refused: "сервер больше не принимает пароль аккаунта",
  notAllowed: "сервер этого не разрешает",
  notFound: "на сервере этого больше нет",
  changed: "это изменили в другом месте, откройте ещё раз",
  full: "ящик переполнен",
  tooLarge: "это больше, чем принимает сервер",
  tooOften: "слишком много запросов, попробуйте позже",
  notOffered: "сервер этого не умеет",
  other: "сервер отказал ({{type}})",
  unexpected: "непредвиденная ошибка",
};
