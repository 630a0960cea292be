/** What a fine or a tax notice says in words. */
import { readDay } from "../values/dates.ts";
import type { ReadAt } from "../values/found.ts";
import { readMoney } from "../values/money.ts";
import { Context, type TextField, type Wording } from "./context.ts";
import { type Labels, labels } from "./labels.ts";
import { readNumber } from "./readers.ts";

const sum = labels(
  "(?:сумма|размер) штрафа|сумма (?:налога|к уплате)|(?:налог|итого|всего) к уплате|fine amount|(?:full )?penalty (?:charge|amount)|full (?:amount|charge|penalty)|parking charge|(?:total )?(?:amount|tax|balance) (?:due|owed|payable|outstanding)|total due|(?:charge|citation) amount|сумма (?:задолженности|долга|начисления|к оплате)|полная сумма(?: штрафа)?|без скидки|amount to pay",
  "штраф|сумма|к оплате|fine|amount|penalty|charge|total|итого|начислено",
  "(?:штраф|налог)\\p{L}{0,2} в размере|в (?:размере|сумме)|на сумму|(?:fine|penalty|charge|tax bill) of|you owe|must pay",
);
/** "до 1 декабря 2026": the day stands between the words and the sum. */
const DAY = String.raw`(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2} \p{L}{3,9}\.?(?:,? \d{4})?)(?: г(?:ода|\.))?`;
const discountSum = labels(
  `при оплате (?:до|не позднее) ${DAY}|if (?:paid|you pay) (?:on or before|by|before) ${DAY}`,
  "сумма (?:со скидкой|с уч[её]том скидки)(?: \\d{1,2} ?%)?|(?:к оплате )?со скидкой(?: \\d{1,2} ?%)?(?: до [\\d.]{8,10})?|сумма составит|(?:reduced|discounted|discount|early payment) (?:charge|amount|penalty|fine|rate|sum)|reduced to|с уч[её]том скидки|льготн\\p{L}{2,3} сумма",
);
const discountUntil = labels(
  "скидка (?:действует|действительна|сохраняется) до|(?:оплатить |к оплате )?со скидкой(?: \\d{1,2} ?%)?(?: можно)? до|срок (?:оплаты )?(?:со скидкой|скидки)|discount (?:deadline|ends|until|expires|available until)|(?:pay (?:the )?)?(?:discounted|reduced) (?:amount|charge|rate) by|при оплате до|if (?:paid|you pay) (?:on or before|by|before)|скидк[аиу](?: \\d{1,2} ?%)?(?: \\p{L}{2,14}){0,2} до|early payment (?:deadline|by)|(?:reduced|discount)(?: \\p{L}{2,10})? (?:until|before|if paid by)|last day (?:to pay|for) (?:the )?(?:reduced|discounted?) (?:amount|rate|charge)",
);
const documentNumber = labels(
  "номер (?:постановления|документа)|индекс документа|постановление(?: №)?|№ постановления|уин|уведомление(?: №)?|номер уведомления|(?:penalty charge |parking charge )?notice (?:number|no\\.?)|pcn(?: number)?|(?:citation|violation|fine) (?:number|no\\.?)|(?:payment )?reference(?: number)?|ticket (?:number|no\\.?)|номер начисления|уникальный (?:идентификатор|номер) начисления|(?:case|charge|bill|account|infringement|assessment) (?:number|reference|no\\.?)|reference code",
  "(?:your )?reference|(?:penalty charge |parking (?:charge )?|infringement )?notice|citation|требование(?: №)?|постановлени[ея] №",
);
const dueDay = labels(
  "срок (?:уплаты|оплаты)|(?:необходимо )?(?:оплатите|уплатите|оплатить|уплатить)(?: штраф| налог)? (?:до|не позднее)|payment (?:deadline|due)(?: date)?|final payment date|due (?:date|by|on)|is due|(?<!if you |if )pay (?:in full )?(?:on or before|by|before|no later than)|(?:must|should|to) be paid (?:in full )?(?:on or before|by|before|no later than)|(?<!\\p{L}[ -])deadline|опла(?:тите|тить)(?: (?!со скидк)\\p{L}{2,12}){1,3} (?:до|не позднее)|последний день (?:оплаты|уплаты)|last day to pay",
);

const known: readonly Labels[] = [sum, discountSum, discountUntil, documentNumber, dueDay];

/** What is added, and what one pays in parts. */
const besides =
  /(?:late|additional|admin(?:istration|istrative)?|processing|service|minimum|daily|court|handling)(?: \p{L}{2,12})? $/iu;

/** At least five digits: a plate or an article of law has fewer. */
const readDocument: ReadAt = (text, at) => {
  const found = readNumber(text, at);
  return found && found.value.replace(/\D/g, "").length >= 5 ? found : null;
};

export function fineWords(letter: Wording): TextField[] {
  const context = new Context(letter, known);
  context.read({
    discountSum: { labels: discountSum, read: readMoney, isLoose: true },
    discountUntil: { labels: discountUntil, read: readDay(letter), isLoose: true },
    documentNumber: { labels: documentNumber, read: readDocument, isLoose: true },
    sum: { labels: sum, read: readMoney, isLoose: true, unless: besides },
    dueDay: { labels: dueDay, read: readDay(letter), isLoose: true },
  });
  context.add("payUrl", context.link(/оплатить|уплатить|к оплате|^\s*pay(?:\s|$)/iu, /оплат|уплат|pay/iu));
  const valueOf = (name: string): string | undefined => context.fields.find((field) => field.name === name)?.value;
  // A discount that is no less was misread.
  const [whole, less] = [valueOf("sum"), valueOf("discountSum")];
  if (whole && less && Number.parseFloat(less) >= Number.parseFloat(whole)) return [];
  return (whole ?? less) ? context.fields : [];
}
