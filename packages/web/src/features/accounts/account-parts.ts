/** The code behind accounts with a server of their own, in one piece. */
import { texts } from "../../i18n/lazy/accounts.ts";
import { addTexts } from "../../i18n/lazy/add-texts.ts";

addTexts(texts);

export { AccountDialogs } from "./AccountDialogs.tsx";
export { AccountMenuContent } from "./AccountMenuContent.tsx";
export { MirrorSign } from "./MirrorSign.tsx";
