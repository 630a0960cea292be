/** Whether letters that are sent on to an address come back to the mailbox that sends them. Pure. */
const plain = (address: string): string =>
  address
    .normalize("NFC")
    .toLowerCase()
    .replace(/\+[^@]*@/, "@");

/** Ignores case and tags ("you+tag@…"). An identity's address may be another mailbox of the person. */
export const isOwnAddress = (address: string, own: string): boolean => plain(address) === plain(own);
