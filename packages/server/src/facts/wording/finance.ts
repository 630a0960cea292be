/** What a bill or a bank's letter says in words. */
import { readDay } from "../values/dates.ts";
import { matchAt, type ReadAt } from "../values/found.ts";
import { readMoney } from "../values/money.ts";
import { Context, type TextField, type Wording } from "./context.ts";
import { type Labels, labels } from "./labels.ts";
import { readName } from "./readers.ts";

const sum = labels(
  "итого к оплате|всего к оплате|сумма к оплате|к оплате|сумма (?:перевода|платежа|операции|списания|пополнения|сч[её]та|начисления|покупки)|(?:total )?amount (?:due|received|paid|sent|charged|payable|to be (?:collected|paid))|(?:new |statement )balance|total (?:due|amount due|payable)|payment amount|balance due|invoice total",
  "сумма|amount|total|grand total|зачисление|списание|поступление|пополнение|покупка|перевод",
);
const dueDay = labels(
  "срок оплаты|оплатить (?:необходимо )?(?:до|не позднее)|оплатите(?:, пожалуйста,)? до|дата платежа|крайний срок оплаты|дата списания|payment due(?: date| by)?|due (?:date|by|on)|is due|pay(?:ment)? (?:by|before)|collection date|payment date",
);
const from = labels("отправитель|плательщик|from|sender|paid by|sent by");
const to = labels(
  "получатель(?: платежа)?|поставщик|где|торговая точка|to|payee|paid to|recipient|merchant|biller|seller",
);
const digits = labels(
  "(?:с )?(?:карт[аыеу]|карт[аыеу] списания|сч[её]т[ае]?(?: списания| зачисления| для [\\p{L}]{4,15})?|номер карты)",
  "(?:from )?(?:account|card)(?: number)?|credit card|debit card",
);

const ending = labels(
  "(?:account|card|number) (?:number )?ending(?: in| with)?|последние (?:4|четыре) цифры(?: карты| сч[её]та)?",
);

const masked =
  /(?:visa|mastercard|мир|mir)? ?(?:ending (?:in|with) |ending |оканчивающ\p{L}+ на |[*•·xX…]{1,12}(?: ?[*•·xX]{4}){0,3} ?)(\d{4})(?!\d)/iuy;
const readDigits: ReadAt = (text, at) => {
  const found = matchAt(masked, text, at);
  return found ? { value: found[1]!, end: at + found[0].length } : null;
};

const readLast: ReadAt = (text, at) => {
  const found = matchAt(/[*•·xX… -]{0,6}(\d{4})(?!\d)/y, text, at);
  return found ? { value: found[1]!, end: at + found[0].length } : null;
};

/** "Счёт от ООО «Ромашка»", "Invoice from Acme Ltd": who is paid. */
const billed = /(?:^|\n)(?:invoice|bill|receipt|счёт|счет) (?:from|от) ([^\n]{3,60})(?=\n|$)/iu;

const known: readonly Labels[] = [sum, dueDay, from, to, digits, ending];

export function financeWords(letter: Wording): TextField[] {
  const context = new Context(letter, known);
  context.read({
    sum: { labels: sum, read: readMoney, isLoose: true },
    dueDay: { labels: dueDay, read: readDay(letter.sentAt), isLoose: true },
    from: { labels: from, read: readName },
    to: { labels: to, read: readName },
    accountDigits: { labels: digits, read: readDigits, isLoose: true },
  });
  context.add("accountDigits", context.labelled.find({ labels: ending, read: readLast, isLoose: true }));
  const [, biller] = billed.exec(context.text) ?? [];
  if (biller !== undefined) context.add("to", { value: biller.trim(), quote: biller.trim() });
  // A due day tells of a bill, and a bill is paid to its sender.
  const isFirm = /(?:^|\s)(?:ООО|АО|ПАО|УК|ИП|ТСЖ|ЖКХ|ltd|limited|inc|llc|plc|gmbh)(?=$|[\s.,])/iu.test(
    letter.fromName,
  );
  if (context.has("dueDay") && !context.has("from")) context.add("to", context.sender(isFirm));
  return context.has("sum") ? context.fields : [];
}
