/** What of a card is shown in one line. Pure. */
import { type CardEmail, cardTexts, type ContactCard } from "@pismo/jmap";

/** A card, of which only some properties may have been asked for. */
export type SomeCard = Partial<ContactCard> & Pick<ContactCard, "id">;

/** Most preferred first. */
export const emailsOf = ({ emails }: Pick<SomeCard, "emails">): CardEmail[] =>
  Object.values(emails ?? {}).toSorted((one, other) => (one.pref ?? 101) - (other.pref ?? 101));

export const mainAddress = (card: Pick<SomeCard, "emails">): string => emailsOf(card)[0]?.address ?? "";

/** A card that does not say it is a person's (RFC 9553 §2.1.4). */
export const kindOf = ({ kind = "individual" }: Pick<SomeCard, "kind">): string => kind;

/** A picture that lies in the card: no other is ever loaded. */
export const pictureOf = ({ media }: Pick<SomeCard, "media">): string | undefined =>
  Object.values(media ?? {}).find(
    ({ kind, uri }) => kind === "photo" && /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/.test(uri ?? ""),
  )?.uri;

export const organizationOf = (card: SomeCard): string => {
  const organizations = Object.values(card.organizations ?? {});
  const names = organizations.flatMap(({ name, units = [] }) => [name, ...units.map((unit) => unit.name)]);
  return [...cardTexts(card.titles, "name"), ...names.filter(Boolean)].join(", ");
};
