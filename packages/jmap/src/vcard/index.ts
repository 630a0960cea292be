/** JSContact cards as vCards, and the other way: RFC 9555. Apart from the contract, because only what reads files or asks CardDAV servers needs it. */
export { addEntry } from "./add-entry.ts";
export { dateOf, dateText } from "./dates.ts";
export { fromCard } from "./from-card.ts";
export { keptJsProp } from "./js-props.ts";
export { escaped } from "./lines-out.ts";
export { outsideQuotes } from "./outside-quotes.ts";
export { type ReadCard, toCard } from "./to-card.ts";
export { readVCards } from "./vcard-lines.ts";
export { asVersion3 } from "./version-3.ts";
