/** The code for adding accounts, as one chunk. */
import { addTexts } from "../../../i18n/add-texts.ts";
import { texts } from "../../../i18n/servers-texts.ts";

addTexts(texts);

export { OwnAccountDialogs } from "./OwnAccountDialogs.tsx";
export { OwnAccountItems } from "./OwnAccountItems.tsx";
export { UnreadCount } from "../UnreadCount.tsx";
