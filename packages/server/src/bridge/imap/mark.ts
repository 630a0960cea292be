/** By what a letter is known again in another folder, without fetching it: moving changes none of this (RFC 9051 §6.4.7). */

/** Long ones are no use to anybody. */
const MAX_MESSAGE_ID = 500;

/** @param header the message, its header or a part of that; null without a Message-ID */
export function messageIdOf(header: Uint8Array): string | null {
  const text = Buffer.from(header.buffer, header.byteOffset, header.byteLength).toString("latin1");
  const end = text.search(/\r?\n\r?\n/);
  const [, value = ""] = /^message-id:((?:.|\r?\n[ \t])*)/im.exec(end < 0 ? text : text.slice(0, end)) ?? [];
  const id = value.replaceAll(/\s+/g, "");
  return id === "" || id.length > MAX_MESSAGE_ID ? null : id;
}

/** @param size octets @param arrival to the second, as servers keep it */
export function markOf(messageId: string | null, size: number, arrival: Date): string | null {
  return messageId === null ? null : `${messageId} ${size} ${Math.floor(arrival.getTime() / 1000)}`;
}

export const messageIdIn = (mark: string | null): string | null => mark?.split(" ", 1)[0] ?? null;
