/** The dialog of an address book server, as one chunk. */
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/address-book.ts";

addTexts(texts);

export { AddressBookDialog } from "./AddressBookDialog.tsx";
