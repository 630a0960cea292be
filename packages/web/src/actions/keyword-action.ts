/** Actions that set or remove one keyword. */
import type { Keyword } from "@pismo/jmap";
import { type Action, performDeed, some } from "./action.ts";

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
    isAvailable: (context) => some(context, ({ keywords }) => keyword in keywords !== sets),
    perform: (context) =>
      performDeed(
        context,
        ({ keywords }) => (keyword in keywords === sets ? undefined : { [`keywords/${keyword}`]: sets || null }),
        name,
      ),
  };
}
