/**
 * The server's sentences about mistakes in scripts of Sieve, in Russian; the English ones stand as they come, and so does
 * what another server says. A sentence that has a part from the script names it by its place.
 */
const mistakes: readonly (readonly [RegExp, string])[] = [
  // The grammar.
  [/^(.+) is missing before the end of the script$/s, "до конца скрипта не хватает: $1"],
  [/^(.+) is missing before (.+)$/s, "перед $2 не хватает: $1"],
  [/^unexpected character (.+)$/s, "здесь не может стоять знак $1"],
  [/^this comment has no end$/, "у этого комментария нет конца"],
  [/^this string has no end$/, "у этой строки в кавычках нет конца"],
  [/^this text has no end: a line with a dot alone$/, "у этого текста нет конца: строки из одной точки"],
  [/^the number (.+) is too large$/, "число $1 слишком большое"],
  [/^a script has at most (\d+) characters$/, "в скрипте помещается знаков: $1"],
  [/^a script is text in UTF-8$/, "скрипт — это текст в UTF-8"],
  [/^blocks are nested deeper than (\d+)$/, "блоки вложены слишком глубоко, уровней не больше: $1"],
  [/^tests are nested deeper than (\d+)$/, "проверки вложены слишком глубоко, уровней не больше: $1"],
  // Commands, tests and their arguments.
  [/^there is no command (".*")$/s, "команды $1 нет"],
  [/^there is no test (".*")$/s, "проверки $1 нет"],
  [/^there is no comparator (".*")$/s, "способа сравнения $1 нет"],
  [/^(".*") needs a block$/s, "после $1 нужен блок в фигурных скобках"],
  [/^(".*") has no block$/s, "у $1 не бывает блока"],
  [/^(".*") has no argument (".*")$/s, "у $1 нет аргумента $2"],
  [/^(".*") has too many arguments$/s, "у $1 слишком много аргументов"],
  [/^(".*") lacks (.+)$/s, "у $1 не хватает аргумента: $2"],
  [/^(".*") takes (.+) here$/s, "у $1 здесь другой аргумент: $2"],
  [/^(".*") needs require (".*")$/s, "для $1 нужно require $2"],
  [/^";" is missing after (".*"), which has no test$/s, 'после $1 не хватает ";": проверки там не бывает'],
  [/^(".*") needs one test$/s, "для $1 нужна одна проверка"],
  [/^(".*") needs tests in parentheses$/s, "для $1 нужны проверки в круглых скобках"],
  [/^(".*") needs (".*")$/s, "для $1 нужно $2"],
  [/^"size" needs :over or :under$/, 'для "size" нужно :over или :under'],
  [/^(".*") is one too many$/s, "$1 здесь лишнее"],
  [
    /^the extension (".*") is not offered here: a mail server has its letters already.*$/s,
    "расширения $1 здесь нет: письма уже лежат на почтовом сервере и остаются такими, какими пришли",
  ],
  [/^the extension (".*") is not offered here$/s, "расширения $1 здесь нет"],
  [/^"require" stands before all other commands$/, '"require" стоит до всех других команд'],
  [/^(".*") follows "if" or "elsif" only$/s, '$1 стоит только после "if" или "elsif"'],
  [/^(.+) may not depend on variables$/s, "$1 не может зависеть от переменных"],
  [/^(".*") is not for numbers$/s, "$1 не годится для чисел"],
  [/^(".*") is none of (.+)$/s, "$1 — не одно из: $2"],
  [/^":index" begins with 1$/, '":index" начинается с 1'],
  // What is named in them.
  [/^(".*") is no name of a header field$/s, "$1 — не имя поля заголовка"],
  [/^the header field (".*") stays as it came$/s, "поле заголовка $1 остаётся таким, каким пришло"],
  [/^the header field (".*") has no addresses$/s, "в поле заголовка $1 не бывает адресов"],
  [/^(".*") is no part of a date$/s, "$1 — не часть даты"],
  [/^(".*") is no time zone like "\+0300"$/s, '$1 — не часовой пояс вида "+0300"'],
  [/^(".*") is no address$/s, "$1 — не адрес"],
  [/^(".*") is no name of a folder$/s, "$1 — не имя папки"],
  [/^(".*") is no name of a variable$/s, "$1 — не имя переменной"],
  [/^(".*") is no part of the envelope that is known here$/s, "$1 — не часть конверта, которую здесь знают"],
  [/^(.+) is no character$/s, "$1 — не знак"],
  [/^the namespace of (.+) is unknown$/s, "пространство имён в $1 неизвестно"],
  [/^there are match variables up to (.+)$/s, "номера переменных — не больше $1"],
  [/^a variable's name has at most (\d+) characters$/, "в имени переменной помещается знаков: $1"],
  // What went wrong with a letter.
  [/^there is no folder (".*")$/s, "папки $1 нет"],
  [/^(".*") cannot be made a folder$/s, "папку $1 нельзя создать"],
  [/^at most (\d+) folders are made for one letter$/, "для одного письма создаётся папок: не больше $1"],
  [/^a letter goes to (\d+) folders at most$/, "письмо кладётся в столько папок, не больше: $1"],
  [/^a letter has at most (\d+) flags$/, "у письма помещается отметок: $1"],
  [/^a script has at most (\d+) variables$/, "в скрипте помещается переменных: $1"],
  [/^the script does too much for one letter$/, "скрипт делает слишком много для одного письма"],
  [/^the script could not run on this letter$/, "скрипт не сработал на этом письме"],
  [/^a letter is kept or rejected, not both(?:, and once)?$/, "письмо либо остаётся, либо отклоняется, и один раз"],
  [/^a letter is sent on or rejected, not both$/, "письмо либо пересылается, либо отклоняется"],
  [
    /^letters sent on to (.+) come back: it is the address of this mailbox$/s,
    "письма, пересланные на $1, вернутся: это адрес этого же ящика",
  ],
  [/^a letter is sent on to (\d+) addresses at most$/, "письмо пересылается на столько адресов, не больше: $1"],
  [
    /^a letter is changed before it is put anywhere, and not after that$/,
    "письмо меняют до того, как положить его куда-либо, а не после",
  ],
  [/^a letter is changed (\d+) times at most$/, "письмо меняют столько раз, не больше: $1"],
  [
    /^a letter is answered once, and not where it is rejected$/,
    "на письмо отвечают один раз, и не там, где его отклоняют",
  ],
  [
    /^this letter cannot be read as the script has changed it$/,
    "письмо нельзя прочитать таким, каким его сделал скрипт",
  ],
  // What is sent.
  [/^the reason is no MIME entity$/, "текст ответа не записан как часть письма (MIME)"],
  [/^the address of a redirect is written out$/, "адрес пересылки пишется целиком"],
  [/^rules may not send letters on here$/, "пересылать письма правилами здесь нельзя"],
  [/^it is not allowed that letters are sent on to (.+)$/s, "не разрешено пересылать письма на $1"],
  [/^a report of a mail server is not sent on$/, "отчёты почтовых серверов не пересылаются"],
  [
    /^this letter has been here before: it is not sent on again$/,
    "это письмо здесь уже было: ещё раз оно не пересылается",
  ],
  [/^no more letters are sent on today$/, "сегодня письма больше не пересылаются"],
  [/^no more letters are rejected today$/, "сегодня письма больше не отклоняются"],
  [/^no server sends letters of this account$/, "письма этого аккаунта не отправляет ни один сервер"],
  [/^(".*") gives letters to others: it cannot be added here$/s, "$1 отдаёт письма другим: здесь это не добавить"],
];

/** What stands in them beside what is of the script. */
const parts: Readonly<Record<string, string>> = {
  "a command": "команды",
  "a string": "строки в кавычках",
  "a list of strings": "списка строк",
  "a number": "числа",
  "the comparator": "способ сравнения",
  "the relation": "отношение",
  "the address of redirect": "адрес пересылки",
  "the name of a variable": "имя переменной",
  'a command or "}"': 'команды или "}"',
  '"," or "]"': '"," или "]"',
  '"," or ")"': '"," или ")"',
};

/** `";" after "keep"`: what is missing after something of the script. */
const AFTER = /^(".") after (".*")$/s;

const partInRussian = (part: string): string => parts[part] ?? part.replace(AFTER, "$1 после $2");

/** Undefined: it is another server's sentence. */
export function inRussian(problem: string): string | undefined {
  for (const [pattern, text] of mistakes) {
    const found = pattern.exec(problem);
    if (found) return text.replace(/\$(\d)/g, (_, index: string) => partInRussian(found[Number(index)] ?? ""));
  }
  return undefined;
}
