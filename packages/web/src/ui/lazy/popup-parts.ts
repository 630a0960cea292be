/** The code behind popups, in one piece: popups.ts fetches it when it is first wanted. */
export { Dialog } from "@base-ui/react/dialog";
export { Menu } from "@base-ui/react/menu";
export { BackCloses } from "../history/back-closes.ts";
export { Popover } from "@base-ui/react/popover";
