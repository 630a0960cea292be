/** What a fine or a tax notice says in words. */
import { readDay } from "../values/dates.ts";
import type { ReadAt } from "../values/found.ts";
import { readMoney } from "../values/money.ts";
import { Context, type TextField, type Wording } from "./context.ts";
import { type Labels, labels } from "./labels.ts";
import { readNumber } from "./readers.ts";

const sum = labels(
  "(?:сумма|размер) штрафа|сумма (?:налога|к уплате)|(?:налог|итого|всего) к уплате|fine amount|(?:full )?penalty (?:charge|amount)|full (?:amount|charge|penalty)|parking charge|(?:total )?(?:amount|tax) (?:due|owed|payable)|total due",
  "штраф|сумма|к оплате|fine|amount|penalty",
);
const discountSum = labels(
  "сумма (?:со скидкой|с уч[её]том скидки)(?: \\d{1,2} ?%)?|(?:к оплате )?со скидкой(?: \\d{1,2} ?%)?(?: до [\\d.]{8,10})?|сумма составит|(?:reduced|discounted) (?:charge|amount|penalty|fine|rate)",
);
const discountUntil = labels(
  "скидка (?:действует|действительна|сохраняется) до|(?:оплатить |к оплате )?со скидкой(?: \\d{1,2} ?%)?(?: можно)? до|срок (?:оплаты )?(?:со скидкой|скидки)|discount (?:deadline|ends|until|expires|available until)|(?:pay (?:the )?)?(?:discounted|reduced) (?:amount|charge|rate) by|при оплате до|if paid by",
);
const documentNumber = labels(
  "номер (?:постановления|документа)|индекс документа|постановление(?: №)?|№ постановления|уин|уведомление(?: №)?|номер уведомления|(?:penalty charge |parking charge )?notice (?:number|no\\.?)|pcn(?: number)?|(?:citation|violation|fine) (?:number|no\\.?)|(?:payment )?reference(?: number)?|ticket number",
);
const dueDay = labels(
  "срок (?:уплаты|оплаты)|(?:необходимо )?(?:оплатите|уплатите|оплатить|уплатить)(?: штраф| налог)? (?:до|не позднее)|payment (?:deadline|due)(?: date)?|final payment date|due (?:date|by)|pay (?:by|before)|(?<!discount )deadline",
);

const known: readonly Labels[] = [sum, discountSum, discountUntil, documentNumber, dueDay];

/** At least five digits: a plate or an article of law has fewer. */
const readDocument: ReadAt = (text, at) => {
  const found = readNumber(text, at);
  return found && found.value.replace(/\D/g, "").length >= 5 ? found : null;
};

export function fineWords(letter: Wording): TextField[] {
  const context = new Context(letter, known);
  context.read({
    discountSum: { labels: discountSum, read: readMoney, isLoose: true },
    discountUntil: { labels: discountUntil, read: readDay(letter.sentAt), isLoose: true },
    documentNumber: { labels: documentNumber, read: readDocument, isLoose: true },
    sum: { labels: sum, read: readMoney, isLoose: true },
    dueDay: { labels: dueDay, read: readDay(letter.sentAt), isLoose: true },
  });
  context.add("payUrl", context.link(/оплатить|уплатить|к оплате|^\s*pay(?:\s|$)/iu, /оплат|уплат|pay/iu));
  const valueOf = (name: string): string | undefined => context.fields.find((field) => field.name === name)?.value;
  // A discount that is no less was misread.
  const [whole, less] = [valueOf("sum"), valueOf("discountSum")];
  if (whole && less && Number.parseFloat(less) >= Number.parseFloat(whole)) return [];
  return (whole ?? less) ? context.fields : [];
}
