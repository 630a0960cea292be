/** What of a card is shown in one line. Pure. */
import type { Card, CardEmail, ContactCard } from "@pismo/jmap";

/** A card, of which only some properties may have been asked for. */
export type SomeCard = Partial<ContactCard> & Pick<ContactCard, "id">;

const texts = (map: Record<string, object> | undefined, property: string): string[] =>
  Object.values(map ?? {}).flatMap((entry) => {
    const value = (entry as Record<string, unknown>)[property];
    return typeof value === "string" && value.trim() !== "" ? [value.trim()] : [];
  });

export const nameComponent = ({ name }: Pick<Card, "name">, kind: string): string =>
  (name?.components ?? [])
    .filter((each) => each.kind === kind)
    .map(({ value }) => value)
    .join(" ");

/** The name alone; empty where there is none. */
export function fullNameOf({ name }: Pick<Card, "name">): string {
  if (name?.full?.trim()) return name.full.trim();
  const { components = [], isOrdered = false, defaultSeparator = " " } = name ?? {};
  if (isOrdered) {
    const text = components.reduce(
      (before, { kind, value }) =>
        kind === "separator" || before === "" || before.endsWith(" ")
          ? before + value
          : before + defaultSeparator + value,
      "",
    );
    return text.trim();
  }
  const order = ["title", "given", "given2", "surname", "surname2", "generation", "credential"];
  return order.flatMap((kind) => nameComponent({ name: name! }, kind) || []).join(" ");
}

/** The best that a card says of whom it is of. */
export function shownName(card: SomeCard): string {
  const others = [
    ...texts(card.nicknames, "name"),
    ...texts(card.organizations, "name"),
    ...texts(card.emails, "address"),
    ...texts(card.phones, "number"),
  ];
  return fullNameOf(card) || (others[0] ?? "");
}

/** Most preferred first. */
export const emailsOf = ({ emails }: Pick<SomeCard, "emails">): CardEmail[] =>
  Object.values(emails ?? {}).toSorted((one, other) => (one.pref ?? 101) - (other.pref ?? 101));

export const mainAddress = (card: Pick<SomeCard, "emails">): string => emailsOf(card)[0]?.address ?? "";

/** A picture that lies in the card: no other is ever loaded. */
export const pictureOf = ({ media }: Pick<SomeCard, "media">): string | undefined =>
  Object.values(media ?? {}).find(
    ({ kind, uri }) => kind === "photo" && /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/.test(uri ?? ""),
  )?.uri;

export const organizationOf = (card: SomeCard): string =>
  [...texts(card.titles, "name"), ...texts(card.organizations, "name")].join(", ");
