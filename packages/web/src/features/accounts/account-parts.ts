/** The code behind accounts with a server of their own, in one piece. */
import { texts } from "../../i18n/lazy/accounts.ts";
import { addTexts } from "../../i18n/lazy/add-texts.ts";

addTexts(texts);

export { AccountDialogs } from "./AccountDialogs.tsx";
export { AccountItems } from "./AccountItems.tsx";
export { MirrorLine } from "./MirrorLine.tsx";
export { MirrorSign } from "./MirrorSign.tsx";
