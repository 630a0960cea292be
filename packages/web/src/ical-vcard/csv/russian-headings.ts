/** Outlook and Thunderbird write the names of columns in the language of their user: the Russian ones, by the English ones. */
const columns: Readonly<Record<string, string>> = {
  обращение: "title",
  имя: "first name",
  отчество: "middle name",
  фамилия: "last name",
  суффикс: "suffix",
  организация: "company",
  отдел: "department",
  должность: "job title",
  "рабочий факс": "business fax",
  "рабочий телефон": "business phone",
  "телефон раб. 2": "business phone 2",
  "домашний факс": "home fax",
  "домашний телефон": "home phone",
  "телефон дом. 2": "home phone 2",
  "телефон переносной": "mobile phone",
  "мобильный телефон": "mobile phone",
  "другой факс": "fax number",
  "другой телефон": "other phone",
  "основной телефон": "phone",
  пейджер: "pager number",
  "веб-страница": "web page",
  годовщина: "anniversary",
  "день рождения": "birthday",
  заметки: "notes",
  категории: "categories",
  "адрес эл. почты": "e-mail address",
  "адрес 2 эл. почты": "e-mail 2 address",
  "адрес 3 эл. почты": "e-mail 3 address",
  "тип эл. почты": "e-mail type",
  "тип 2 эл. почты": "e-mail 2 type",
  "тип 3 эл. почты": "e-mail 3 type",
  "краткое имя эл. почты": "e-mail display name",
  "краткое 2 имя эл. почты": "e-mail 2 display name",
  "краткое 3 имя эл. почты": "e-mail 3 display name",
  важность: "priority",
  пометка: "sensitivity",
  частное: "private",
  пол: "gender",
  инициалы: "initials",
  "почтовый код (дом.)": "home postal code",
  // What people call them in tables of their own.
  фио: "name",
  "ф.и.о.": "name",
  почта: "email",
  "эл. почта": "email",
  "электронная почта": "email",
  телефон: "phone",
  мобильный: "mobile phone",
  компания: "company",
  "дата рождения": "birthday",
  комментарий: "notes",
  примечание: "notes",
  // Thunderbird's.
  "отображаемое имя": "display name",
  псевдоним: "nickname",
  "адрес электронной почты": "primary email",
  "альтернативный адрес электронной почты": "secondary email",
  "номер факса": "fax number",
  "номер пейджера": "pager number",
  "номер мобильного телефона": "mobile number",
  "веб-страница 1": "web page 1",
  "веб-страница 2": "web page 2",
  "год рождения": "birth year",
  "месяц рождения": "birth month",
};

/** Thunderbird's of an address: of the home one, or with "(раб.)". */
const lines: Readonly<Record<string, string>> = {
  адрес: "address",
  "адрес 2": "address 2",
  город: "city",
  регион: "state",
  "почтовый индекс": "zipcode",
  страна: "country",
};

/** Outlook's of an address. */
const parts: Readonly<Record<string, string>> = {
  улица: "street",
  "улица 2": "street 2",
  "улица 3": "street 3",
  город: "city",
  область: "state",
  индекс: "postal code",
  страна: "country/region",
  "страна или регион": "country/region",
  "почтовый ящик": "address po box",
};
const places: Readonly<Record<string, string>> = { "раб.": "business", "дом.": "home", другой: "other" };

function englishHeading(name: string): string {
  const [, part = "", place = ""] = /^(.+) \((раб\.|дом\.|другой) адрес\)$/.exec(name) ?? [];
  if (Object.hasOwn(parts, part)) return `${places[place]!} ${parts[part]!}`;
  const line = name.replace(/ \(раб\.\)$/, "");
  if (Object.hasOwn(lines, line)) return `${line === name ? "home" : "work"} ${lines[line]!}`;
  return Object.hasOwn(columns, name) ? columns[name]! : name;
}

/** The English names of columns, in lower case; any other as it is. Pure. */
export function englishHeadings(headings: readonly string[]): string[] {
  const names = headings.map((heading) => heading.trim().toLowerCase().replace(/\s+/g, " "));
  // Outlook has the date under this name, Thunderbird the day of the month.
  const isInParts = names.includes("год рождения");
  return names.map((name) => (isInParts && name === "день рождения" ? "birth day" : englishHeading(name)));
}
