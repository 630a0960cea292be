/** What people write when a file goes with the letter: forty phrases, as they are written in running text. */
const russian = [
  "во вложении",
  "во вложениях",
  "в приложении к письму",
  "в приложенном файле",
  "в прикреплённом файле",
  "в прикрепленном файле",
  "в прикреплённых файлах",
  "в прикрепленных файлах",
  "файл прилагаю",
  "файл прилагается",
  "файлы прилагаю",
  "прилагаю файл",
  "прилагаю скан",
  "прилагаю фото",
  "прилагаю договор",
  "прилагаю счёт",
  "прилагаю счет",
  "прикладываю файл",
  "прикладываю скан",
  "прикладываю договор",
  "прикрепляю",
  "прикрепил файл",
  "прикрепила файл",
  "файл прикрепил",
  "файл прикрепила",
  "см. вложение",
  "см вложение",
  "смотрите вложение",
  "вложенный файл",
  "вложил файл",
];
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
  "file is attached",
  "files are attached",
  "document is attached",
  "in the attachment",
  "in the attached file",
  "the attached file",
  "enclosed please find",
];

const phrases = [...russian, ...english];

/** A phrase between words, with any white space in it. */
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${phrases.map((phrase) => phrase.replaceAll(".", "\\.").replaceAll(" ", "\\s+")).join("|")})(?![\\p{L}\\p{N}])`,
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
