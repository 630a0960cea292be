/** Cards as a table in the columns of Google. Pure. */
import type { Card } from "@pismo/jmap";
import { dateText } from "@pismo/jmap/vcard";
import { writeTable } from "./table.ts";

const most = (counts: number[]): number => counts.reduce((max, count) => Math.max(max, count), 1);

const pairNames = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => [`${kind} ${index + 1} - Label`, `${kind} ${index + 1} - Value`]).flat();

/** A table in Google's columns, which every other program reads too. What it has no column for is only in vCards. */
export function tableOf(cards: readonly Card[]): string {
  const emails = most(cards.map((card) => Object.keys(card.emails ?? {}).length));
  const phones = most(cards.map((card) => Object.keys(card.phones ?? {}).length));
  const names = ["First Name", "Middle Name", "Last Name", "Nickname", "Organization Name", "Organization Title"];
  const pairs = [...pairNames("E-mail", emails), ...pairNames("Phone", phones)];
  const heading = [...names, "Birthday", "Notes", "Labels", ...pairs];
  const rows = cards.map((card) => rowOf(card, emails, phones));
  return writeTable([heading, ...rows]);
}

const partOf = ({ name }: Card, kind: string): string =>
  (name?.components ?? [])
    .filter((each) => each.kind === kind)
    .map(({ value }) => value)
    .join(" ");

const textIn = (entry: unknown, name: string): string => {
  const value = (entry as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : "";
};

const firstOf = (map: object | undefined, name: string): string => textIn(Object.values(map ?? {})[0], name);

function pairsOf(map: object | undefined, name: string, count: number): string[] {
  const entries = Object.values(map ?? {}) as { contexts?: Record<string, boolean>; label?: string }[];
  return Array.from({ length: count }, (_, index) => {
    const entry = entries[index];
    const { contexts = {}, label = "" } = entry ?? {};
    return [contexts["work"] ? "Work" : contexts["private"] ? "Home" : label, textIn(entry, name)];
  }).flat();
}

function rowOf(card: Card, emails: number, phones: number): string[] {
  const birth = Object.values(card.anniversaries ?? {}).find(({ kind }) => kind === "birth");
  return [
    partOf(card, "given") || (card.name?.components ? "" : (card.name?.full ?? "")),
    partOf(card, "given2"),
    partOf(card, "surname"),
    firstOf(card.nicknames, "name"),
    firstOf(card.organizations, "name"),
    firstOf(card.titles, "name"),
    birth ? dateText(birth.date).replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3") : "",
    Object.values(card.notes ?? {})
      .map(({ note }) => note)
      .join("\n"),
    Object.keys(card.keywords ?? {}).join(" ::: "),
    ...pairsOf(card.emails, "address", emails),
    ...pairsOf(card.phones, "number", phones),
  ];
}
