/** The list or bulk sender that a message comes from: RFC 2369, RFC 2919. Pure. */
import type { EmailHeader } from "@pismo/jmap";
import { asAddresses, asText, headerForm, headerValues } from "./headers.ts";
import { stripComments } from "./parameters.ts";

export interface MailingList {
  /** The same for all its messages. */
  key: string;
  /** Of List-Id, in lower case; null: there is none, and the sender is the list. */
  listId: string | null;
  /** Of List-Id, the words before the id; empty: there are none. */
  phrase: string;
  name: string;
  /** To which one writes, or else which writes. */
  address: string;
  hasUnsubscribe: boolean;
}

/** Characters. RFC 2919 §2 has 255 octets for an id. */
const MAX_ID = 255;
const MAX_NAME = 200;
const MAX_ADDRESS = 320;

const first = (fields: readonly EmailHeader[], name: string): string | undefined => headerValues(fields, name)[0];

interface ListId {
  id: string;
  /** The words before it. */
  phrase: string;
}

function listIdOf(raw: string | undefined): ListId | undefined {
  if (raw === undefined) return undefined;
  const [, phrase = "", bracketed] = /^(.*?)<([^<>]*)>/.exec(asText(raw)) ?? [];
  // Some programs omit the brackets.
  const id = (bracketed ?? stripComments(raw)).trim().toLowerCase();
  if (id === "" || id.length > MAX_ID || /\s/.test(id)) return undefined;
  return { id, phrase: phrase.trim().replace(/^"(.*)"$/, "$1") };
}

/** Not what a program answers by itself (RFC 3834). */
function isBulk(fields: readonly EmailHeader[]): boolean {
  const precedence = first(fields, "Precedence");
  if (precedence === undefined || !/^\s*(?:bulk|list)\b/i.test(precedence)) return false;
  const automatic = first(fields, "Auto-Submitted");
  return automatic === undefined || /^\s*(?:no|auto-generated)\b/i.test(automatic);
}

/** Of a list to which one can write, its address (RFC 2369 §3.4). */
function postAddress(fields: readonly EmailHeader[]): string | undefined {
  const post = first(fields, "List-Post");
  const urls = post === undefined ? null : (headerForm([post], "asURLs", false) as string[] | null);
  return urls?.flatMap((url) => /^mailto:([^?\s@]+@[^?\s@]+)/i.exec(url)?.[1] ?? [])[0];
}

export function mailingListOf(fields: readonly EmailHeader[]): MailingList | null {
  const list = listIdOf(first(fields, "List-Id"));
  const hasUnsubscribe = first(fields, "List-Unsubscribe") !== undefined;
  if (!list && !hasUnsubscribe && !isBulk(fields)) return null;
  const from = headerValues(fields, "From").flatMap(asAddresses)[0];
  const sender = from?.email.toLowerCase() ?? "";
  if (!list && !/^\S+@\S+$/.test(sender)) return null;
  const post = postAddress(fields);
  // Where all can write, the sender is one of many.
  const names = post === undefined ? [from?.name, list?.phrase] : [list?.phrase, list?.id];
  const name = [...names, sender, list?.id].find((each) => each != null && each.trim() !== "") ?? "";
  return {
    key: list ? `i:${list.id}` : `a:${sender.slice(0, MAX_ADDRESS)}`,
    listId: list?.id ?? null,
    phrase: list?.phrase.slice(0, MAX_NAME) ?? "",
    name: name.trim().slice(0, MAX_NAME),
    address: (post ?? sender).slice(0, MAX_ADDRESS),
    hasUnsubscribe,
  };
}
