/** Several accounts together. */
export const allAccounts = {
  inbox: "Все входящие",
  sent: "Все отправленные",
  drafts: "Все черновики",
  flagged: "Все с флагом",
  files: "Все файлы",
  account: "Аккаунт {{name}}",
  leftOut: "Без {{names}}: эта почта хранится на другом сервере JMAP.",
  folderIn: "Папку создают в одном аккаунте: откройте его в меню аккаунтов",
};
