/** Several accounts together. */
export const allAccounts = {
  inbox: "Все входящие",
  sent: "Все отправленные",
  drafts: "Все черновики",
  flagged: "Все с флагом",
  files: "Все файлы",
  account: "Аккаунт {{name}}",
  missing: "Без писем аккаунта {{names}}: его сервер сейчас не отвечает.",
  missingSeveral: "Без писем аккаунтов {{names}}: их серверы сейчас не отвечают.",
  folderIn: "Папку создают в одном аккаунте: откройте его в меню аккаунтов",
};
