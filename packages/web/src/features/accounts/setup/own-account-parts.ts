/** The code for adding accounts, as one chunk. */
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/servers.ts";

addTexts(texts);

export { OwnAccountDialogs } from "./OwnAccountDialogs.tsx";
export { OwnAccountItems } from "./OwnAccountItems.tsx";
export { UnreadCount } from "../UnreadCount.tsx";
