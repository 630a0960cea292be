/** What people write when a file goes with the letter, as it is written in running text: parts of a regular expression. */
const russianFile =
  "(?:файлы?|фото|фотографи[июя]|сканы?|договор|счёт|счет|отчёт|отчет|документы?|резюме|презентацию|таблицу)";
const russian = [
  "во вложении",
  "во вложениях",
  "в приложении к письму",
  "в (?:приложенном|прикреплённом|прикрепленном) файле",
  "в (?:приложенных|прикреплённых|прикрепленных) файлах",
  `${russianFile} (?:прилагаю|прилага[ею]тся|прикрепила?)`,
  `(?:прилагаю|прикладываю|приложила?|прикрепила?|вложила?) ${russianFile}`,
  "прикрепляю",
  "см\\. вложение",
  "см вложение",
  "смотрите вложение",
  "вложенный файл",
];
const englishFile = "(?:files?|photos?|pictures?|documents?|report|contract|invoice|spreadsheet|presentation|pdf)";
const english = [
  "i attach",
  "i've attached",
  "i have attached",
  "i'm attaching",
  "i am attaching",
  "see attached",
  "see the attached",
  "see attachment",
  "find attached",
  "find the attached",
  "attached is",
  "attached are",
  "attached you will find",
  `${englishFile} (?:is|are) attached`,
  "in the attachment",
  `the attached ${englishFile}`,
  "enclosed is my",
  "enclosed please find",
];

const phrases = [...russian, ...english];

/** A phrase between words, with any white space in it. */
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${phrases.map((phrase) => phrase.replaceAll(" ", "\\s+")).join("|")})(?![\\p{L}\\p{N}])`,
  "giu",
);

/** "не прикладываю", "isn't attached": nothing is missing. */
const isDenied = (before: string): boolean => /(?:(?<!\p{L})(?:не|not|cannot|never|without)|n't)\s+$/iu.test(before);

/** The first words in a letter's own text that speak of a file. */
export function wordsOfAttachment(text: string): string | undefined {
  const plain = text.replaceAll("’", "'");
  const isSaid = ({ index }: RegExpExecArray): boolean => !isDenied(plain.slice(Math.max(0, index - 20), index));
  return [...plain.matchAll(pattern)].find(isSaid)?.[0].replace(/\s+/g, " ");
}
