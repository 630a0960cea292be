/** What a sender's address and name indicate: a person or a program, and a category. */
import type { Category, EmailAddress } from "@pismo/jmap";
import { foldText } from "./phrases.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Providers of personal mailboxes. */
const freeMail =
  /(?:^|\.)(?:gmail\.com|googlemail\.com|mail\.ru|bk\.ru|list\.ru|inbox\.ru|internet\.ru|ya\.ru|yandex\.(?:ru|com|by|kz)|rambler\.ru|lenta\.ru|outlook\.com|hotmail\.com|live\.com|msn\.com|yahoo\.[a-z.]+|ymail\.com|icloud\.com|me\.com|mac\.com|aol\.com|gmx\.[a-z]+|web\.de|proton\.me|protonmail\.com|fastmail\.com|zoho\.com|tutanota\.com|ukr\.net|tut\.by)$/;

/** Local parts, or their components, that do not belong to people. */
const roles = setOf(
  "noreply reply donotreply robot bot info notify notification notifications alert alerts service services support " +
    "help hello welcome mail mailer mailing news newsletter post postmaster auto automated system admin team contact " +
    "client clients customer customers office care updates update confirm confirmation do not no sales sale shop store " +
    "order orders zakaz zakazy billing invoice invoices account accounts accounting payment payments pay bank receipt " +
    "receipts booking bookings reservation reservations bron ticket tickets bilet bilety kassa security id auth " +
    "register registration delivery shipping shipment tracking dostavka nalog shtraf fine fines tax overdue express " +
    "statement statements vypiska bill bills lk uved uvedomlenie feedback events event travel trips",
);

/** Components of addresses that indicate a category. */
const pieces: Readonly<Record<Category, ReadonlySet<string>>> = {
  orders: setOf(
    "order orders zakaz zakazy shop store market delivery shipping shipment ship dostavka magazin sklad posylka parcel tracking courier post express",
  ),
  finances: setOf(
    "bank banking billing invoice invoices payment payments pay receipt receipts vypiska statement statements accounts accounting finance fin buh buhgalteria money wallet credit card cards bill bills invest broker insurance ofd",
  ),
  registrations: setOf(
    "noreply account accounts security verify confirm register registration auth id login welcome signup",
  ),
  travelings: setOf(
    "booking bookings reservation reservations bron avia air airlines airways airline hotel hotels travel trip trips rail train trains rzd poezd poezda tour tours flight flights taxi bus hostel rent cars avto itinerary",
  ),
  tickets: setOf(
    "ticket tickets bilet bilety kassa theatre theater teatr concert kino cinema museum muzey afisha event events hall arena festival show boxoffice stadium circus",
  ),
  fines: setOf(
    "nalog nalogi shtraf shtrafy fine fines tax taxes gibdd gosuslugi fns fssp hmrc irs penalty court sud overdue parking council revenue police",
  ),
};

/** The same for names, folded. */
const names: Readonly<Record<Category, RegExp>> = {
  orders: / (?:магазин|интернет магазин|маркет|доставк|посылк|почта росси|store|shop|market)/,
  finances: / (?:банк|бухгалтери|касса|страхов|инвест|кредит|жкх|энерго|bank|billing|accounts|insurance)/,
  registrations: / (?:security|безопасност|аккаунт|accounts?|поддержк)/,
  travelings: / (?:авиа|аэро|отел|гостиниц|поезд|ржд|такси|туры|тревел|airline|airways|air|hotel|rail|travel|taxi) ?/,
  tickets: / (?:театр|концерт|кино|музе|цирк|филармони|афиша|билет|theatre|theater|cinema|museum|hall|arena|tickets)/,
  fines: / (?:налог|фнс|гибдд|госуслуг|пристав|суд |дороги|парковк|tax|court|council|revenue|police)/,
};

export interface Sender {
  address: string;
  /** The address is at a provider of personal mailboxes. */
  isFreeMail: boolean;
  /** The address is a role's, not a person's. */
  isRole: boolean;
  speaksFor(category: Category): boolean;
}

export function readSender(from: readonly EmailAddress[] | null): Sender {
  const address = from?.[0]?.email.toLowerCase() ?? "";
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, Math.max(0, at)), address.slice(at + 1)];
  const localPieces = local.split(/[^a-z]+/);
  const all = [...localPieces, ...domain.split(/[^a-z]+/).slice(0, -1)];
  const name = foldText(from?.[0]?.name ?? "", 100);
  return {
    address,
    isFreeMail: freeMail.test(domain),
    isRole: localPieces.some((piece) => roles.has(piece)),
    speaksFor: (category) => all.some((piece) => pieces[category].has(piece)) || names[category].test(name),
  };
}
