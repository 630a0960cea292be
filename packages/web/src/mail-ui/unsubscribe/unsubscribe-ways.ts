/** The ways in which an Email of a list says that one can leave it (RFC 2369 §3.2, RFC 6068). Pure. */

export interface UnsubscribeMessage {
  to: string;
  subject: string;
  text: string;
}

export interface UnsubscribeWays {
  /** An Email that the list's program reads. */
  message?: UnsubscribeMessage;
  /** A page to go to. */
  page?: string;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** One address and no more: a list has no reason to make its readers write to others. */
function messageOf(address: string): UnsubscribeMessage | undefined {
  const [, to = "", query = ""] = /^mailto:([^?]+)(?:\?(.*))?$/is.exec(address) ?? [];
  const recipient = decoded(to).trim();
  if (!/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(recipient)) return undefined;
  const fields = new Map(
    query.split("&").map((pair): [string, string] => {
      const [name = "", ...value] = pair.split("=");
      return [name.toLowerCase(), decoded(value.join("="))];
    }),
  );
  const subject = (fields.get("subject") ?? "").replace(/[\p{Cc}\s]+/gu, " ").trim();
  return { to: recipient, subject: subject.slice(0, 500), text: (fields.get("body") ?? "").slice(0, 5000) };
}

/** @param urls of List-Unsubscribe, in their order: what stands first is what the list would rather have */
export function unsubscribeWays(urls: readonly string[] | null | undefined): UnsubscribeWays {
  const message = urls?.map(messageOf).find((each) => each !== undefined);
  const page = urls?.find((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ""));
  return { ...(message && { message }), ...(page !== undefined && { page }) };
}
