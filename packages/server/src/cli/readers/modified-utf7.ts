/** The encoding of mailbox names in IMAP and Maildir (RFC 3501 §5.1.3): "&BB8EOARBBEwEPAQw-" is "Письма". */

/** A name that is not valid modified UTF-7 is returned unchanged. */
export function decodeModifiedUtf7(name: string): string {
  let isValid = true;
  const decoded = name.replaceAll(/&([A-Za-z0-9+,]*)-/g, (_, base64: string) => {
    if (base64 === "") return "&";
    const bytes = Buffer.from(base64.replaceAll(",", "/"), "base64");
    if (bytes.length % 2 === 1) isValid = false;
    else bytes.swap16();
    return bytes.toString("utf16le");
  });
  return isValid ? decoded : name;
}
