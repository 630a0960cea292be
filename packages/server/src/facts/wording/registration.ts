/** What a letter about a registration says in words: its code, its link. */
import { Context, type TextField, type Wording } from "./context.ts";
import { matchAt, type ReadAt } from "../values/found.ts";
import { labels } from "./labels.ts";

const code = labels(
  "код (?:подтверждения|для входа|безопасности|активации|доступа|авторизации)(?: (?:в|на|для) [^\\n:]{1,40}?)?|код для [\\p{L} ]{4,30}?|одноразовый (?:код|пароль)|(?:verification|security|sign-in|login|log-in|confirmation|authentication|one-time|access|activation) (?:code|passcode|password)(?: (?:for|to) [^\\n:]{1,40}?)?(?: is)?|код из письма|временный (?:код|пароль)|otp(?: code)?|(?:one-time )?pin(?: code| is)?|пин-?код",
  "(?:ваш |проверочный )?код|(?:your )?(?:[\\p{L}\\d]{2,20} )?code(?: is)?|enter (?:this|the) (?:[\\p{L}-]{2,20} )?code[^\\n]{0,40}",
);
/** "123456 is your Notewell code". */
const leading = /(?:^|\n)(\d{4,8}|[A-Z\d]{3,4}-[A-Z\d]{3,4}) (?:is your|[—–-] (?:ваш |твой )?(?:код|проверочный))/u;

const shape = /(?:\d{4,8}|\d{3}[ -]\d{3}|[A-Z\d]{3,4}-[A-Z\d]{3,4}|(?=[A-Z]{0,7}\d)[A-Z\d]{5,8})(?=$|[\s.,!])/uy;
const readCode: ReadAt = (text, at) => {
  const found = matchAt(shape, text, at)?.[0];
  return found && !/^(?:19|20)\d\d$/.test(found) ? { value: found, end: at + found.length } : null;
};

/** A line that is nothing but a code, in a letter about one: the only such line. */
function loneCode(text: string): { value: string; quote: string } | undefined {
  if (!/(?<!\p{L})(?:code|passcode|код)(?!\p{L})/iu.test(text)) return undefined;
  const lines = text
    .split("\n", 200)
    .filter((line) => /^ ?(?:\d{4,8}|\d{3}[ -]\d{3}|[A-Z\d]{3,4}-[A-Z\d]{3,4}) ?$/.test(line));
  const [value = ""] = lines.map((line) => line.trim());
  return lines.length === 1 && !/^(?:19|20)\d\d$/.test(value) ? { value, quote: value } : undefined;
}

const confirm =
  /подтверд|активир|завершить регистрац|confirm|verify|activate|(?:complete|finish) (?:your )?(?:registration|sign(?:ing)?[ -]?up)|validate|заверш\p{L}{2,3} регистрац|продолжить регистрац/iu;
const behind = /подтвер|активац|активир|регистрац|перейдите|confirm|verify|activate|click (?:on )?the link/iu;

export function registrationWords(letter: Wording): TextField[] {
  const context = new Context(letter, [code]);
  const reading = context.labelled.find({ labels: code, read: readCode, isLoose: true });
  context.add("code", reading);
  for (const [text, isShown] of [
    [context.text, true],
    [letter.subject, false],
  ] as const) {
    const [, found] = leading.exec(text) ?? [];
    if (found !== undefined && !reading)
      context.add("code", { value: found, quote: isShown || context.text.includes(found) ? found : null });
  }
  context.add("confirmUrl", context.link(confirm, behind));
  if (!context.has("code")) context.add("code", loneCode(context.text));
  if (context.fields.length === 0) return [];
  // It is the service that writes.
  context.add("service", context.sender(true));
  return context.fields;
}
