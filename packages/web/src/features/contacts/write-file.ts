/** What writes files of contacts: one piece of code. */
export { tableOf } from "../../ical-vcard/csv/table-of.ts";
export { fromCard } from "@pismo/jmap/vcard";
