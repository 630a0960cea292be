/** The code for whoever may add accounts, in one piece. */
export { texts } from "../../i18n/servers-texts.ts";

export { OwnAccountDialogs } from "./OwnAccountDialogs.tsx";
export { OwnAccountItems } from "./OwnAccountItems.tsx";
export { UnreadCount } from "./UnreadCount.tsx";
