import { expect, test } from "vitest";
import { wordsOfAttachment } from "./attachment-words.ts";

test.each([
  ["Добрый день! Во вложении договор.", "Во вложении"],
  ["Посылаю счёт, см. вложение", "см. вложение"],
  ["Прилагаю\nскан паспорта", "Прилагаю скан"],
  ["Прикрепляю, как обещал", "Прикрепляю"],
  ["В прикреплённом файле всё есть", "В прикреплённом файле"],
  ["Please find attached the invoice.", "find attached"],
  ["I’ve attached the photos", "I've attached"],
  ["See the  attached", "See the attached"],
  ["Вложила отчёт за май", "Вложила отчёт"],
  ["Резюме прилагаю", "Резюме прилагаю"],
  ["The attached photo is from Riga", "The attached photo"],
  ["Enclosed is my CV", "Enclosed is my"],
  // What is not there is spoken of before what is.
  ["Договор не прикрепляю, скан во вложении", "во вложении"],
])("%s", (text, words) => {
  expect(wordsOfAttachment(text)).toBe(words);
});

test.each([
  "Я прикладываю усилия",
  "Вложения в акции растут",
  "Приложение не открывается",
  "She is attached to the house",
  "Attached houses are cheaper",
  "Файл не прикрепляю: он слишком велик",
  "I can't see attachment",
  "Он вложил деньги в дело",
  "The attached garage is cold",
  "unsee attached",
  "",
])("nothing is missing: %s", (text) => {
  expect(wordsOfAttachment(text)).toBeUndefined();
});
