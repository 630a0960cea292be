/** Actions that set or remove one keyword. */
import { type Keyword, SEEN } from "@pismo/jmap";
import { type Action, may, performEdit, some } from "../action.ts";

interface KeywordAction {
  id: string;
  name: string;
  icon: string;
  shortcut?: string;
  keyword: Keyword;
  /** Whether the keyword is set or removed. */
  sets: boolean;
}

export function keywordAction({ id, name, icon, shortcut, keyword, sets }: KeywordAction): Action {
  return {
    id,
    labelKey: `actions.${name}`,
    icon,
    ...(shortcut && { shortcut }),
    isAvailable: (context) =>
      may(context, keyword === SEEN ? "maySetSeen" : "maySetKeywords") &&
      some(context, ({ keywords }) => keyword in keywords !== sets),
    perform: (context) => performEdit(context, { kind: "keyword", keyword, isSet: sets }, name),
  };
}
