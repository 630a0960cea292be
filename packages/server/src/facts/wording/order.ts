/** What a letter about an order says in words. */
import type { OrderState } from "@pismo/jmap";
import { readLastDay } from "../values/dates.ts";
import { readMoney } from "../values/money.ts";
import { Context, type TextField, type Wording } from "./context.ts";
import { type Labels, labels } from "./labels.ts";
import { readName, readNumber } from "./readers.ts";

const number = labels(
  "номер (?:вашего )?заказа|заказ №|заказ номер|order ?(?:number|no\\.?|id|reference|ref\\.?)|order #|номер покупки|код заказа|order confirmation(?: (?:number|no\\.?))?|purchase (?:number|id|reference)|web order",
  "(?:ваш(?:его|ему|им)? |интернет-)?заказ(?:а|у|ом|е)?(?: (?:с|под) номером)?|(?:your )?order|(?:your )?purchase",
);
const shop = labels("(?:интернет-)?магазин|продавец|seller|sold by|store|merchant|retailer|vendor");
const item = labels("товар|наименование|item(?: returned)?|product");
const sum = labels(
  "итого к оплате|всего к оплате|к оплате(?: при получении| курьеру)?|итого по заказу|order total|grand total|total (?:paid|charged|amount|price)|amount (?:paid|charged)|refund (?:total|amount)|сумма возврата|total (?:to pay|due|cost|order value)|order (?:value|amount)|you paid|total for this order|итого с доставкой|refund of",
  "сумма (?:вашего )?заказа|стоимость заказа|итоговая (?:сумма|стоимость)|общая (?:сумма|стоимость)|сумма к оплате|сумма покупки|(?:all|order)? ?(?<!sub )(?<!sub-)total|(?:на|общей) сумму|сумму",
  "итого|всего|оплачено|paid|списано|amount",
);
const deliveryDay = labels(
  "доставим (?:(?:курьером|его|е[её]|их|вам|(?:ваш )?заказ|посылку|товары?)(?: вам)?)|(?:привез[её]м|доставят|прибудет|ждите|ожидайте)(?: (?:его|е[её]|заказ|посылку|вам|к вам|курьера))?|(?:дата|день) (?:получения|прибытия)|ожидаемая доставка|(?:estimated|expected|scheduled) (?:arrival|for delivery)(?: date| on)?|arrival(?: date)?|arrive(?: by| on)?|delivery (?:estimate|window|slot|by|on|scheduled for|is (?:expected|scheduled|due)(?: for)?)|delivering(?: on)?|with you(?: by| on)?|expected(?: on)?|due to arrive|(?:ожидаемая |планируемая |предполагаемая )?дата доставки|срок доставки|доставим|(?:estimated |expected |scheduled )?delivery(?: date| day)?|arriv(?:ing|es)(?: by| on)?|курьер (?:приедет|доставит(?: ваш заказ)?)|expected by",
  "доставка(?: (?:ожидается|запланирована|назначена|планируется))?|get it by|(?:be )?delivered (?:by|on)|be delivered|(?:будет|должен быть) доставлен[аы]?|получ(?:ите|ить)|when|когда|eta",
);

const states: readonly (readonly [OrderState, RegExp])[] = [
  ["cancelled", /отмен[её]н|(?:been|was|is) cancell?ed/iu],
  [
    "returned",
    /возврат (?:оформлен|принят|одобрен|получен)|(?:получили|приняли) (?:ваш )?возврат|return (?:has been |was )?(?:received|accepted)|(?:received|accepted) your return/iu,
  ],
  [
    "delivered",
    /we['’]ve delivered|(?:^|[^\p{L}])(?:доставлен|вручен|вручена|доставлена)(?![\p{L}])|(?:been|was) delivered|^delivered/iu,
  ],
  [
    "ready",
    /готов к (?:выдаче|получению)|ожида(?:ет|ют) вас|жд[её]т вас|прибыл[аи]? в (?:пункт|постамат|магазин)|ready (?:for|to) (?:pick[ -]?up|collect)|(?:can|may) (?:now )?(?:be collected|collect (?:it|your order))|(?:можно|пора) (?:забрать|забирать|получить)|waiting for you/iu,
  ],
  [
    "shipped",
    /передан[аы]? (?:в доставку|курьеру|в службу)|(?:^|[^\p{L}])отправлен[аы]?(?![\p{L}])|уже едет|в пути|курьер (?:доставит|приедет)|(?:has |have |been |was |just |['’]ve |is |are )(?:shipped|dispatched|sent out)|(?:has|have) left our|^(?:shipped|dispatched)|отправили|в дороге|едет к вам|передали (?:ваш |заказ|посылку|в)|(?:is )?on (?:its|the) way|out for delivery/iu,
  ],
  [
    "paid",
    /(?:заказ|он)(?: № ?\S+)? оплачен|оплата (?:прошла|получена|принята)|payment (?:has been |was )?received|received your payment|receipt for your order|payment (?:confirmed|successful|accepted)|paid in full|вы оплатили/iu,
  ],
  [
    "accepted",
    /(?:^|[^\p{L}])(?:принят|оформлен|передан в обработку|получили ваш заказ|подтвержд[её]н)(?![\p{L}])|спасибо за (?:заказ|покупку)|order (?:\S+ )?(?:is |has been |was )?(?:confirmed|received|placed|accepted|being prepared)|(?:received|got|confirmed|preparing) your order|order created|заказ(?: № ?\S+)? (?:создан|собирается|собираем)|приняли (?:(?:ваш )?заказ|его в работу)|собираем (?:ваш )?заказ|заказ подтвержд|thank(?:s| you) for your (?:order|purchase)|order confirmation/iu,
  ],
];
/** Money is on its way, too. */
const money = /refund|возврат|ден(?:ьги|ег)|средств/iu;
/** A sentence about what may come says nothing about now. */
const future =
  /(?:^|[^\p{L}])(?:будет|будут|когда|как только|если|после|до того|сможете|when|once|after|if|will|before|until|as soon as|not yet|ещё не|еще не)(?![\p{L}])/iu;

function stateIn(text: string): { state: OrderState; quote: string } | undefined {
  const sentences = text
    .slice(0, 800)
    .split(/[.!?;\n]+\s*/)
    .filter((sentence) => !future.test(sentence));
  for (const [state, pattern] of states) {
    for (const sentence of sentences) {
      const found = pattern.exec(sentence);
      if (found && !(state === "shipped" && money.test(sentence))) return { state, quote: found[0].trim() };
    }
  }
  return undefined;
}

const MAX_ITEMS = 20;

/** "2 × Чайник", "Чайник × 2 шт.", "Чайник — 1 шт." */
const counted = [
  /^(?:\d{1,3}) ?[x×х] (\p{L}[^\n]{3,90})$/u,
  /^(\p{L}[^\n]{3,90}?) [x×х] ?\d{1,3}(?: ?шт\.?)?$/u,
  /^(\p{L}[^\n]{3,90}?),? \(?(?:qty\.?|quantity|кол-во|количество) ?:? ?\d{1,3}(?: ?шт\.?)?\)?$/iu,
  /^(\p{L}[^\n]{3,90}?),? [—–-] ?\d{1,3} ?шт\.?(?: ?[x×х] ?[\d ,.]{1,14} ?(?:₽|руб\.?|р\.))?$/u,
];

/** "Чайник 1 200 ₽": the sum is none of its name. */
const price =
  /(?:(?:[$€£₽] ?|(?:USD|EUR|GBP|RUB) )\d[\d.,\u00a0 ]{0,14}|\d[\d.,\u00a0 ]{0,14} ?(?:[₽€$£]|руб\.?|р\.|USD|EUR|GBP|RUB))$/u;
const withoutPrice = (name: string): string => name.replace(price, "").replace(/[\s:=—–-]+$/u, "");

const isAmount = (line: string): boolean =>
  /^\d{1,3}(?: ?шт\.?)?$/u.test(line) || readMoney(line, 0)?.end === line.length;
const isThing = (line: string): boolean => /\p{L}{3}/u.test(line) && line.length <= 90 && !/[:：.!?]$/u.test(line);

/** The first cells of the rows below "Товар | Количество | Сумма", or the names before sums below "В заказе:". */
function rows(context: Context): string[] {
  const lines = context.text.split("\n", 400).map((line) => line.trim());
  const heading = lines.findIndex((line) =>
    listed.some((label) => new RegExp(`^(?:${label.source}) ?:?$`, "iu").test(line)),
  );
  if (heading < 0) return [];
  let at = heading + 1;
  while (at < lines.length && context.labelled.isLabel(lines[at]!)) at++;
  const width = Math.max(2, at - heading);
  const found: string[] = [];
  for (; at + 1 < lines.length && found.length < MAX_ITEMS; at += width) {
    const [name = "", ...cells] = lines.slice(at, at + width);
    if (!isThing(name) || context.labelled.isLabel(name) || !cells.every(isAmount)) break;
    found.push(name);
  }
  return found;
}

/** "Qty: 1", "Количество: 2 шт.", "× 1": the line behind the name. */
const quantity = /^(?:(?:qty\.?|quantity|кол-во|количество) ?: ?\d{1,3}(?: ?шт\.?)?|[x×х] ?\d{1,3})$/iu;
const isProduct = (context: Context, line: string): boolean =>
  isThing(line) && !isAmount(line) && !context.labelled.isLabel(line) && !/: /.test(line);

function items(context: Context): TextField[] {
  const found: TextField[] = [];
  const lines = context.text.split("\n", 400).map((line) => line.trim());
  for (const [index, line] of lines.entries()) {
    const beside = counted.map((pattern) => pattern.exec(line)?.[1]).find((each) => each !== undefined);
    const name = beside ?? (quantity.test(lines[index + 1] ?? "") && isProduct(context, line) ? line : undefined);
    if (name === undefined || found.length === MAX_ITEMS) continue;
    const thing = withoutPrice(name.trim());
    if (thing.length > 3) found.push({ name: "item", value: thing, quote: thing });
  }
  return found;
}

/** Of the columns beside the things of an order. */
const columns = labels(
  "quantity|qty|price|unit price|amount|total|description|кол-во|количество|цена|сумма|стоимость|итого",
);
const listed = labels("товары?|наименование|items?|products?|item name|description|в заказе|состав заказа|вы заказали");

const parts = /(?:tax|vat|items?|products?|goods|discount|savings?|delivery|shipping|points?|net|fee) $/iu;

const known: readonly Labels[] = [columns, number, shop, item, sum, deliveryDay];

export function orderWords(letter: Wording): TextField[] {
  const context = new Context(letter, known);
  context.read({
    number: { labels: number, read: readNumber, isLoose: true },
    shop: { labels: shop, read: readName },
    sum: { labels: sum, read: readMoney, isLoose: true, unless: parts },
    deliveryDay: { labels: deliveryDay, read: readLastDay(letter), isLoose: true },
  });
  context.add("number", context.inSubject({ labels: number, read: readNumber, isLoose: true }));
  const inSubject = stateIn(letter.subject);
  const state = inSubject ?? stateIn(context.text);
  if (state) {
    const quote = context.text.includes(state.quote) ? state.quote : null;
    context.add("state", { value: state.state, quote });
  }
  // Of a parcel on its way it is the carrier who writes, perhaps.
  const isCarrier =
    /express|post|courier|deliver|logisti|parcel|cargo|dhl|ups|fedex|dpd|сдэк|почт|курьер|достав|посыл|логист|такси/iu;
  const isShop = state !== undefined && !isCarrier.test(letter.fromName);
  context.add("shop", context.sender(isShop));
  const counts = items(context);
  const below = counts.length > 0 ? [] : rows(context);
  if (counts.length > 0) context.fields.push(...counts);
  else if (below.length > 0)
    context.fields.push(...below.map((name): TextField => ({ name: "item", value: name, quote: name })));
  else context.add("item", context.labelled.find({ labels: item, read: readName }));
  context.add(
    "trackingUrl",
    context.link(
      /отследить|где мой заказ|отследите|отслеживани|где (?:моя )?посылка|следить за|статус (?:доставки|посылки)|(?:follow|track) (?:your |my |this |the )?(?:parcel|order|package|shipment|delivery)|delivery status|(?:view|see) (?:the )?tracking|where(?:['’]s| is) my|^\s*track/iu,
      /отследить|следить|отслеживани|track/iu,
    ),
  );
  // A letter that names no order is about orders, not about one.
  return context.has("number") || context.has("trackingUrl") ? context.fields : [];
}
