/** A sender who comes near to one that is known without being it. Pure. */
import { addressKey, type EmailAddress } from "@pismo/jmap";
import { isSameSite } from "../../../message-html/index.ts";
import { isSlipOf } from "../../../store/people/near-address.ts";

export interface KnownPerson extends EmailAddress {
  /** The person has written to them. */
  isWritten: boolean;
}

export type Resemblance =
  /** One letter of the address, or of its host, is other than in a known one. */
  | { kind: "nearAddress"; known: string }
  /** The name of a person who is known by another address. */
  | { kind: "knownName"; name: string; known: string };

const hostOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** As people read a name: without the difference between spaces, cases and compatible forms. */
const nameKey = (name: string | null): string =>
  (name ?? "")
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/["'\s]+/g, " ")
    .trim()
    .toLowerCase();

/** "Anna", "Support": too many people have such a name. */
const isOwnName = (name: string): boolean => /\p{L}{2,}.*\s.*\p{L}{2,}/u.test(name);

/** At the same host it is the address that is compared; else the hosts alone, without what stands before them. */
function isNear(key: string, known: string): boolean {
  const [host, knownHost] = [hostOf(key), hostOf(known)];
  if (host === knownHost) return isSlipOf(key, known);
  return !isSameSite(host, knownHost) && isSlipOf(`name@${host}`, `name@${knownHost}`);
}

/**
 * @param people of those who were written to and heard from
 * @returns what is most alike, or undefined: also where the sender's address is known itself
 */
export function resemblanceOf(sender: EmailAddress, people: Iterable<KnownPerson>): Resemblance | undefined {
  const key = addressKey(sender.email);
  const [all, name] = [[...people], nameKey(sender.name)];
  const written = all.filter(({ isWritten }) => isWritten);
  if (written.some(({ email }) => addressKey(email) === key)) return undefined;
  const near = written.find(({ email }) => isNear(key, addressKey(email)));
  if (near) return { kind: "nearAddress", known: near.email };
  if (!isOwnName(name)) return undefined;
  const namesake = written.find(
    (each) => nameKey(each.name) === name && !isSameSite(hostOf(each.email), hostOf(sender.email)),
  );
  return namesake && { kind: "knownName", name: sender.name!.trim(), known: namesake.email };
}
