/** Which of a person's identities writes. Pure. */
import { addressKey, type EmailAddress, type Identity, untaggedKey } from "@pismo/jmap";
import { type Addressed, identityOf, mainAmong } from "../../../store/drafts/writing.ts";
import { distinctRecipients } from "../recipients/recipients.ts";

const first = (
  addresses: readonly EmailAddress[],
  find: (address: EmailAddress) => Identity | undefined,
): Identity | undefined => addresses.map(find).find((identity) => identity !== undefined);

/** The one under which the person wrote in the conversation last, else the one that the Email came to. */
export function identityForAnswer(
  identities: readonly Identity[],
  { writers, recipients }: Addressed,
): Identity | undefined {
  const known = (address: EmailAddress) => identityOf(address, identities);
  return (
    first(writers, known) ??
    first(recipients, known) ??
    first(recipients, ({ email }) => known({ name: null, email: untaggedKey(email) }))
  );
}

/** Under whom a letter goes on in another account. */
export interface GivenOver {
  /** That wrote until then. */
  before: Identity | undefined;
  /** That is no account's own one: it was chosen for what it is called. */
  isAlias: boolean;
  /** The id of the one under which that account wrote the letter earlier. */
  earlier: string | undefined;
}

/** The same one as earlier, else the one that is the same person there, else the account's own. */
export function identityElsewhere(
  identities: readonly Identity[],
  own: string,
  { before, isAlias, earlier }: GivenOver,
): Identity | undefined {
  return (
    identities.find(({ id }) => id === earlier) ??
    (before && identityOf(before, identities)) ??
    (isAlias && before?.name ? identities.find(({ name }) => name === before.name) : undefined) ??
    mainAmong(identities, own)
  );
}

const keysOf = (addresses: readonly EmailAddress[] | null | undefined): Set<string> =>
  new Set(addresses?.map(({ email }) => addressKey(email)));

interface Chosen {
  identity: Identity | undefined;
  bcc: EmailAddress[];
}

/** What changes with the identity: whom it sends a blind copy to. */
export function withIdentity({ identity: before, bcc }: Chosen, identity: Identity): Chosen {
  const copied = keysOf(before?.bcc);
  const own = bcc.filter(({ email }) => !copied.has(addressKey(email)));
  return { identity, bcc: distinctRecipients([...own, ...(identity.bcc ?? [])]) };
}

/** The recipients that are not there because of the identity alone. */
export function besidesIdentity(addresses: readonly EmailAddress[], identity: Identity | undefined): EmailAddress[] {
  const copied = keysOf(identity?.bcc);
  return addresses.filter(({ email }) => !copied.has(addressKey(email)));
}
