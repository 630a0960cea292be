/** The operators, and the values that some take, as people type them in Russian and English. Pure. */
import type { Category } from "@pismo/jmap";
import { fold } from "./fold.ts";

export const operatorIds = [
  "from",
  "to",
  "cc",
  "bcc",
  "subject",
  "body",
  "in",
  "label",
  "category",
  "has",
  "filename",
  "type",
  "is",
  "before",
  "after",
  "on",
  "larger",
  "smaller",
  "list",
  "account",
] as const;
export type OperatorId = (typeof operatorIds)[number];

/** The first name of each language is the one that is suggested: English, Russian, then others. */
export const operatorNames: Readonly<Record<OperatorId, readonly [en: string, ru: string, ...others: string[]]>> = {
  from: ["from", "от", "отправитель"],
  to: ["to", "кому", "получатель"],
  cc: ["cc", "копия"],
  bcc: ["bcc", "скрытая"],
  subject: ["subject", "тема"],
  body: ["body", "текст"],
  in: ["in", "в", "папка", "folder"],
  label: ["label", "метка", "ярлык"],
  category: ["category", "категория"],
  has: ["has", "есть"],
  filename: ["filename", "файл", "file"],
  type: ["type", "тип"],
  is: ["is", "это"],
  before: ["before", "до", "older", "older_than"],
  after: ["after", "после", "newer", "since", "newer_than"],
  on: ["on", "дата", "date", "за"],
  larger: ["larger", "больше"],
  smaller: ["smaller", "меньше"],
  list: ["list", "рассылка"],
  account: ["account", "аккаунт", "ящик"],
};

/** A table from every name to what it names. */
function byName<T extends string>(names: Readonly<Record<T, readonly string[]>>): ReadonlyMap<string, T> {
  const entries = Object.entries(names) as [T, readonly string[]][];
  return new Map(entries.flatMap(([id, all]) => all.map((name): [string, T] => [fold(name), id])));
}

const operators = byName(operatorNames);
/** @param name folded */
export const operatorNamed = (name: string): OperatorId | undefined => operators.get(name);

export type State = "unread" | "read" | "flagged" | "important" | "answered";
export const stateNames: Readonly<Record<State, readonly [en: string, ru: string, ...others: string[]]>> = {
  unread: ["unread", "непрочитанное", "непрочитанные", "новое", "новые"],
  read: ["read", "прочитанное", "прочитанные"],
  flagged: ["flagged", "флажок", "starred", "с-флажком", "отмеченное", "отмеченные"],
  important: ["important", "важное", "важные"],
  answered: ["answered", "отвеченное", "replied", "отвеченные"],
};
const states = byName(stateNames);
export const stateNamed = (value: string): State | undefined => states.get(fold(value));

export const categoryNames: Readonly<Record<Category, readonly [en: string, ru: string, ...others: string[]]>> = {
  orders: ["orders", "заказы", "order", "заказ"],
  finances: ["finances", "финансы", "finance"],
  registrations: ["registrations", "регистрации", "registration", "регистрация"],
  travelings: ["travelings", "путешествия", "travel", "путешествие"],
  tickets: ["tickets", "билеты", "ticket", "билет"],
  fines: ["fines", "штрафы", "налоги", "fine", "taxes", "штраф"],
};
const categories = byName(categoryNames);
export const categoryNamed = (value: string): Category | undefined => categories.get(fold(value));

/** The value of `in:`: every folder but spam and trash, and with them. */
export type Place = SpecialPlace | "all" | "anywhere";
type SpecialPlace = "inbox" | "important" | "sent" | "drafts" | "archive" | "spam" | "trash";
export const placeNames: Readonly<Record<Place, readonly [en: string, ru: string, ...others: string[]]>> = {
  inbox: ["inbox", "входящие"],
  important: ["important", "важные", "важное"],
  sent: ["sent", "отправленные"],
  drafts: ["drafts", "черновики", "draft", "черновик"],
  archive: ["archive", "архив"],
  spam: ["spam", "спам", "junk"],
  trash: ["trash", "корзина", "bin"],
  all: ["all", "все"],
  anywhere: ["anywhere", "везде"],
};
const places = byName(placeNames);
export const placeNamed = (value: string): Place | undefined => places.get(fold(value));

const attachmentWords = new Set([
  "file",
  "files",
  "attachment",
  "attachments",
  "файл",
  "файлы",
  "вложение",
  "вложения",
]);
export const meansAttachment = (value: string): boolean => attachmentWords.has(fold(value));

const ownNames = new Set(["me", "я", "меня", "мне", "мной"]);
export const meansMe = (value: string): boolean => ownNames.has(fold(value));

const mentionsOwnName = new RegExp(`:(?:${[...ownNames].join("|")})(?![\\p{L}\\p{N}])`, "iu");
/** Whether a search may ask for the person's own addresses. */
export const mayMeanMe = (text: string): boolean => mentionsOwnName.test(text);

const namesFolder = new RegExp(`(?:${[...operatorNames.in, ...operatorNames.label].join("|")}):`, "iu");
/** Whether a search may name a folder. */
export const mayNameFolder = (text: string): boolean => namesFolder.test(text);

/** What a kind of file is called, and the endings of its names. */
const fileKinds: readonly (readonly [names: readonly string[], endings: readonly string[]])[] = [
  [
    ["image", "picture", "photo", "картинка", "фото", "изображение"],
    ["jpg", "jpeg", "png", "gif", "webp", "heic", "svg"],
  ],
  [
    ["document", "doc", "word", "документ"],
    ["doc", "docx", "odt", "rtf", "pdf"],
  ],
  [
    ["spreadsheet", "excel", "таблица"],
    ["xls", "xlsx", "ods", "csv"],
  ],
  [
    ["presentation", "powerpoint", "презентация"],
    ["ppt", "pptx", "odp"],
  ],
  [
    ["archive", "zip", "архив"],
    ["zip", "rar", "7z", "tar", "gz"],
  ],
  [
    ["audio", "music", "аудио", "музыка"],
    ["mp3", "m4a", "ogg", "wav", "flac"],
  ],
  [
    ["video", "видео"],
    ["mp4", "mov", "avi", "mkv", "webm"],
  ],
  [["calendar", "invitation", "приглашение"], ["ics"]],
];

/** The endings of the names of such files; a value that is no kind is an ending itself. undefined for what is neither. */
export function fileEndings(value: string): readonly string[] | undefined {
  const kind = fold(value).replace(/^\./, "");
  const known = fileKinds.find(([names]) => names.includes(kind));
  return known ? known[1] : /^[a-z0-9]{1,8}$/.test(kind) ? [kind] : undefined;
}

const unitFactors: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  б: 1,
  k: 1e3,
  к: 1e3,
  m: 1e6,
  м: 1e6,
  g: 1e9,
  г: 1e9,
};

/** "5M", "1,5 МБ", "300kb", in octets: a thousand to the kilobyte, as sizes are shown. undefined for what is none. */
export function octetsOf(value: string): number | undefined {
  const match = /^(\d{1,12}(?:[.,]\d{1,6})?)\s*([bбkкmмgг]?)[bб]?$/u.exec(fold(value));
  if (!match) return undefined;
  return Math.round(Number(match[1]!.replace(",", ".")) * unitFactors[match[2]!]!);
}
