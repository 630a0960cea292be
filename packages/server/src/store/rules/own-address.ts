/** Whether letters that are sent on to an address come back to the mailbox that sends them. Pure. */
const plain = (address: string): string =>
  address
    .normalize("NFC")
    .toLowerCase()
    .replace(/\+[^@]*@/, "@")
    // As DNS writes a whole name.
    .replace(/\.$/, "");

/** Ignores case, tags ("you+tag@…") and a dot at the end. An identity's address may be another mailbox of the person. */
export const isOwnAddress = (address: string, own: string): boolean => plain(address) === plain(own);
