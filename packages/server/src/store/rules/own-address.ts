/** Whether letters that are sent on to an address come back to the mailbox that sends them. Pure. */
import { untaggedKey } from "@pismo/jmap";

/** A whole name may end with a dot in DNS. */
const mailboxKey = (address: string): string => untaggedKey(address.replace(/\.$/, ""));

/** Ignores case, tags ("you+tag@…") and a dot at the end. An identity's address may be another mailbox of the person. */
export const isOwnAddress = (address: string, own: string): boolean => mailboxKey(address) === mailboxKey(own);

/** Why such a rule is refused. */
export const loopProblem = (address: string): string =>
  `letters sent on to ${JSON.stringify(address)} come back: it is the address of this mailbox`;
