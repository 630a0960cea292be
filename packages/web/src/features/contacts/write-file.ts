/** What writes files of contacts: one piece of code. */
export { tableOf } from "../../ical-vcard/jscontact/csv/table-of.ts";
export { fromCard } from "../../ical-vcard/jscontact/from-card.ts";
