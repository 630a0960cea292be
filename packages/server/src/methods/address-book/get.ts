import { type AddressBook, CONTACTS } from "@pismo/jmap";
import { getAddressBooks } from "../../store/contacts/address-books.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const properties = [
  "id",
  "name",
  "description",
  "sortOrder",
  "isDefault",
  "isSubscribed",
  "shareWith",
  "myRights",
] as const;

/** AddressBook/get: RFC 9610 §2.1. */
export const get: Method<"AddressBook/get"> = {
  capability: CONTACTS,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) => standardGet<AddressBook>(args, call, "AddressBook", properties, getAddressBooks),
};
