/** Before what tells one picture of a signature from another, in its Content-ID. */
export const signaturePrefix = "signature-";

/** Whether a file is there because of a signature alone. */
export const isOfSignature = ({ cid }: { cid?: string }): boolean => cid?.startsWith(signaturePrefix) === true;
