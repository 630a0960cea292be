/** The conditions of Email/query, checked: RFC 8621 §4.4.1. */
import { type EmailFilterCondition, MethodError } from "@pismo/jmap";
import {
  boolean,
  type Check,
  id,
  isObject,
  list,
  optional,
  type Shape,
  shapeOf,
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
};
const known = shapeOf(shape);

/** A condition that the server does not know is unsupportedFilter (RFC 8620 §5.5); a known one of a wrong type is invalidArguments. */
export const emailCondition: Check = (value, name) => {
  const foreign = isObject(value) ? Object.keys(value).find((key) => !Object.hasOwn(shape, key)) : undefined;
  if (foreign !== undefined) throw new MethodError("unsupportedFilter", `There is no condition "${foreign}"`);
  known(value, name);
};
