/** Conditions of ContactCard/query: RFC 9610 §3.3.1. */
import type { ContactCardFilterCondition } from "@pismo/jmap";
import { conditionOf, id, optional, string, utcDate } from "../checks.ts";

const text = optional(string);
const date = optional(utcDate);

export const cardCondition = conditionOf<ContactCardFilterCondition>({
  inAddressBook: optional(id),
  uid: text,
  hasMember: text,
  kind: text,
  createdBefore: date,
  createdAfter: date,
  updatedBefore: date,
  updatedAfter: date,
  text,
  name: text,
  "name/given": text,
  "name/surname": text,
  "name/surname2": text,
  nickname: text,
  organization: text,
  email: text,
  phone: text,
  onlineService: text,
  address: text,
  note: text,
});
