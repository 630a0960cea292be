// @vitest-environment jsdom
import { MethodError, RequestError, SetFailure } from "@pismo/jmap";
import { beforeAll, expect, test } from "vitest";
import { i18n, languages, loadLanguages } from "../i18n/index.ts";
import { reasonOf } from "./failure-reason.ts";

beforeAll(loadLanguages);

const problem = (status: number, more: object = {}) =>
  new RequestError({ type: "about:blank", status, detail: "The mail server cannot be reached", ...more });

const failures: [string, unknown, ru: string, en: string][] = [
  [
    "a server that is away",
    problem(503),
    "сервер почты сейчас не отвечает",
    "the mail server does not answer at the moment",
  ],
  [
    "a refused password",
    problem(401, { isRefusedThere: true }),
    "сервер больше не принимает пароль аккаунта",
    "the server no longer accepts the password of the account",
  ],
  ["no connection", new TypeError("Failed to fetch"), "нет связи с сервером", "there is no connection to the server"],
  [
    "a record of an account whose server is away",
    new SetFailure({ type: "serverUnavailable", description: "The account's server does not answer" }),
    "сервер почты сейчас не отвечает",
    "the mail server does not answer at the moment",
  ],
  [
    "what is not allowed",
    new MethodError("accountReadOnly"),
    "сервер этого не разрешает",
    "the server does not allow it",
  ],
  [
    "what has no words",
    new SetFailure({ type: "singleton", description: "There is one" }),
    "сервер отказал (singleton)",
    "the server refused it (singleton)",
  ],
  ["a defect of ours", new Error("x is undefined"), "непредвиденная ошибка", "an unexpected error"],
];

test.each(failures)("%s is said in the person's language", (_, error, ru, en) => {
  const told = languages.map((language) => reasonOf(error, i18n.getFixedT(language)));
  expect(Object.fromEntries(languages.map((language, index) => [language, told[index]]))).toEqual({ ru, en });
});
