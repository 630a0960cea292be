/** Identifies a message again in another folder without a fetch: moving changes none of this (RFC 9051 §6.4.7). */

import { headerStartOf, walkFields } from "../../../mime/headers/header-fields.ts";

const FIELD_NAME = "message-id";
const MAX_MESSAGE_ID_CHARS = 500;

/** The Message-ID field; null without one. @param header the message, its header or a part of it */
export function messageIdOf(header: Uint8Array): string | null {
  const buffer = Buffer.from(header.buffer, header.byteOffset, header.byteLength);
  let value: string | undefined;
  walkFields(buffer, headerStartOf(buffer), buffer.length, ({ nameStart, nameEnd, valueStart, valueEnd }) => {
    if (value !== undefined || nameEnd - nameStart !== FIELD_NAME.length) return;
    if (buffer.toString("latin1", nameStart, nameEnd).toLowerCase() !== FIELD_NAME) return;
    value = buffer.toString("latin1", valueStart, valueEnd);
  });
  const id = (value ?? "").replaceAll(/\s+/g, "");
  return id === "" || id.length > MAX_MESSAGE_ID_CHARS ? null : id;
}

/** @param receivedAt counted in seconds, as servers store it */
export function fingerprintOf(messageId: string | null, size: number, receivedAt: Date): string | null {
  return messageId === null ? null : `${messageId} ${size} ${Math.floor(receivedAt.getTime() / 1000)}`;
}

export const messageIdIn = (fingerprint: string | null): string | null => fingerprint?.split(" ", 1)[0] ?? null;
