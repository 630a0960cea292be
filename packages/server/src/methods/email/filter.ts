/** The conditions of Email/query, checked: RFC 8621 §4.4.1. */
import { type EmailFilterCondition, MethodError } from "@pismo/jmap";
import {
  boolean,
  type Check,
  conditionOf,
  id,
  list,
  optional,
  type Shape,
  string,
  unsignedInt,
  utcDate,
} from "../checks.ts";

const header: Check = (value, name) => {
  list(string)(value, name);
  const { length } = value as string[];
  if (length < 1 || length > 2) throw new MethodError("invalidArguments", `${name} is not [name] or [name, value]`);
};

const shape: Shape<EmailFilterCondition> = {
  inMailbox: optional(id),
  inMailboxOtherThan: optional(list(id)),
  before: optional(utcDate),
  after: optional(utcDate),
  minSize: optional(unsignedInt),
  maxSize: optional(unsignedInt),
  allInThreadHaveKeyword: optional(string),
  someInThreadHaveKeyword: optional(string),
  noneInThreadHaveKeyword: optional(string),
  hasKeyword: optional(string),
  notKeyword: optional(string),
  hasAttachment: optional(boolean),
  text: optional(string),
  from: optional(string),
  to: optional(string),
  cc: optional(string),
  bcc: optional(string),
  subject: optional(string),
  body: optional(string),
  header: optional(header),
  attachmentName: optional(string),
  inNewsletter: optional(id),
  listId: optional(string),
  inAccount: optional(id),
};
export const emailCondition = conditionOf(shape);
