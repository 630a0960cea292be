/** What a bill or a bank's letter says in words. */
import { readDay } from "../values/dates.ts";
import { matchAt, type ReadAt } from "../values/found.ts";
import { readMoney } from "../values/money.ts";
import { Context, type TextField, type Wording } from "./context.ts";
import { type Labels, labels } from "./labels.ts";
import { readName } from "./readers.ts";

const sum = labels(
  "итого к оплате|всего к оплате|сумма к оплате|к оплате|сумма (?:перевода|платежа|операции|списания|пополнения|сч[её]та|начисления|покупки)|(?:total )?amount (?:due|received|paid|sent|charged|payable|to be (?:collected|paid))|(?:new |statement )balance|total (?:due|amount due|payable)|payment amount|balance due|invoice (?:total|amount)|bill (?:total|amount)|(?:total|amount) to pay|(?:transaction|purchase|transfer) amount|сумма (?:к списанию|к уплате|зачисления|возврата)|итоговая сумма",
  "сумма|amount|total|total amount|grand total|зачисление|списание|поступление|пополнение|покупка|перевод|начислено|итого|всего",
  "you(?:['’]ve| have)? (?:paid|sent|received|been charged)|(?:your |a )?(?:payment|refund|transfer|deposit|charge|invoice|bill) (?:of|for)|(?:платеж|платёж|сч[её]т|перевод|покупк\\p{L}|оплат\\p{L}|операци\\p{L}|квитанци\\p{L}) на(?: сумму)?|на сумму|в размере|(?:вы |успешно )?(?:оплатили|перевели|получили)|списано|зачислено|поступило",
);
const dueDay = labels(
  "срок оплаты|оплатить (?:необходимо )?(?:до|не позднее)|оплатите(?:, пожалуйста,)? до|дата платежа|крайний срок оплаты|дата списания|payment due(?: date| by)?|due (?:date|by|on)|is due|pay(?:ment)? (?:(?:it|this|(?:the|your) (?:bill|invoice|balance)) )?(?:on or before|by|before|no later than)|collection date|payment date|next payment(?: date| due)?|payment deadline|опла(?:тите|тить)(?: (?!со скидк)\\p{L}{2,12}){1,3} (?:до|не позднее)|вн(?:есите|ести)(?: \\p{L}{2,12}){0,3} (?:до|не позднее)|оплата до|срок (?:платежа|внесения)|дата (?:следующего|очередного|ближайшего|обязательного) платежа",
  "due|(?:will be |to be )?(?:debited|collected|taken|charged)(?: from your account)?(?= on)|(?:спишем|спишется|будет списан[аоы]?|следующий плат[её]ж|плат[её]ж|срок)",
);
const from = labels("отправитель|плательщик|from|sender|paid by|sent by|от кого|payer");
const to = labels(
  "получатель(?: платежа| перевода| средств)?|поставщик(?: услуг)?|исполнитель|где|торговая точка|кому|to|payee|paid to|sent to|pay to|recipient|beneficiary|merchant(?: name)?|biller|seller|supplier|billed by|issued by",
);
const digits = labels(
  "(?:с )?(?:карт[аыеу]|карт[аыеу] списания|сч[её]т[ае]?(?: списания| зачисления| для [\\p{L}]{4,15})?|номер карты)",
  "(?:from )?(?:account|card)(?: number)?|credit card|debit card|payment method|paid (?:with|by|from)|способ оплаты|visa|mastercard|maestro|мир|amex|american express",
);

const ending = labels(
  "(?:account|card|number) (?:number )?ending(?: in| with)?|последние (?:4|четыре) цифры(?: карты| сч[её]та)?",
);

const masked =
  /(?:visa|mastercard|maestro|мир|mir)?(?: (?:card|карта))? ?(?:\d{4,6} ?(?:\d\d)?(?=[*•·xX])|\d{4} (?:\d\d)?(?=[*•·xX]))?(?:ending (?:in|with) |ending |оканчивающ\p{L}+ на |[*•·xX…]{1,12}(?: ?[*•·xX]{4}){0,3} ?)(\d{4})(?!\d)/iuy;
const readDigits: ReadAt = (text, at) => {
  const found = matchAt(masked, text, at);
  return found ? { value: found[1]!, end: at + found[0].length } : null;
};

const readLast: ReadAt = (text, at) => {
  const found = matchAt(/[*•·xX… -]{0,6}(\d{4})(?!\d)/y, text, at);
  return found ? { value: found[1]!, end: at + found[0].length } : null;
};

/** "You sent £10.00 to Laura Chen". In Russian the name would be inflected. */
const paidTo =
  /(?:[Yy]ou(?:['’]ve| have)? (?:sent|paid|transferred)|(?:[Pp]ayment|[Tt]ransfer) of) [^\n.]{0,3}[\d ,.]{1,14}[^\n\d.]{0,5} to (\p{Lu}[\p{L}&'’-]*(?: \p{Lu}[\p{L}&'’-]*){0,4})/u;
const paidBy =
  /(?:[Rr]eceived (?:a payment of )?|[Pp]ayment of )[^\n.]{0,3}[\d ,.]{1,14}[^\n\d.]{0,5} from (\p{Lu}[\p{L}&'’-]*(?: \p{Lu}[\p{L}&'’-]*){0,4})/u;

/** "Счёт от ООО «Ромашка»", "Invoice from Acme Ltd": who is paid. */
const billed = /(?:^|\n)(?:invoice|bill|receipt|счёт|счет) (?:from|от) ([^\n]{3,60})(?=\n|$)/iu;

/** Of a bill these are parts, or not what is to be paid. */
const besides =
  /(?:minimum|min\.?|tax|vat|discount|fee|credit|previous|prior|last|past|late|cashback|bonus|minimal|available|минимальн\p{L}{2,3}|предыдущ\p{L}{2,3}|прошл\p{L}{2,3}|доступн\p{L}{2,3})(?: \p{L}{2,12})? $/iu;

const known: readonly Labels[] = [sum, dueDay, from, to, digits, ending];

export function financeWords(letter: Wording): TextField[] {
  const context = new Context(letter, known);
  context.read({
    sum: { labels: sum, read: readMoney, isLoose: true, unless: besides },
    dueDay: { labels: dueDay, read: readDay(letter), isLoose: true },
    from: { labels: from, read: readName },
    to: { labels: to, read: readName },
    accountDigits: { labels: digits, read: readDigits, isLoose: true },
  });
  context.add("accountDigits", context.labelled.find({ labels: ending, read: readLast, isLoose: true }));
  const [, biller] = billed.exec(context.text) ?? [];
  if (biller !== undefined) context.add("to", { value: biller.trim(), quote: biller.trim() });
  for (const [name, sentence] of [
    ["to", paidTo],
    ["from", paidBy],
  ] as const) {
    const [, person] = sentence.exec(context.text) ?? [];
    if (person !== undefined) context.add(name, { value: person, quote: person });
  }
  // A due day tells of a bill, and a bill is paid to its sender.
  const isFirm = /(?:^|\s)(?:ООО|АО|ПАО|УК|ИП|ТСЖ|ЖКХ|ltd|limited|inc|llc|plc|gmbh)(?=$|[\s.,])/iu.test(
    letter.fromName,
  );
  if (context.has("dueDay") && !context.has("from")) context.add("to", context.sender(isFirm));
  return context.has("sum") ? context.fields : [];
}
