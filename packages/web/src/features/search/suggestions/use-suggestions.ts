import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccount } from "../../../store/index.ts";
import { partsOnDemand } from "../../../ui/lazy/on-demand-parts.ts";
import type { Suggestion } from "./suggest.ts";

const loadParts = () => import("./suggestion-parts.ts");
const parts = partsOnDemand(loadParts);

/** Keys that follow so fast are one question: the search itself goes first. */
const TYPING_PAUSE_MS = 100;

/** Fetches their code; what fails is fetched again with the next key. */
export const prepareSuggestions = (): void => void parts.load().catch(() => undefined);

export interface SearchSuggestions {
  /** Of the list. */
  id: string;
  items: readonly Suggestion[];
  /** Index of the marked one; -1: none. */
  active: number;
  open(): void;
  close(): void;
  /** Marks the next one or the one before; past the ends none. */
  move(step: 1 | -1): void;
  List: Awaited<ReturnType<typeof loadParts>>["SuggestionList"] | undefined;
}

const none: readonly Suggestion[] = [];

/** What is offered for the text, while the list is open. */
export function useSuggestions(text: string): SearchSuggestions {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<{ text: string; items: readonly Suggestion[] }>({ text: "", items: none });
  const [active, setActive] = useState(-1);
  /** An arrow was pressed before they were there. */
  const wantsFirst = useRef(false);
  const loaded = parts.use(isOpen);
  useEffect(() => {
    if (!isOpen || !loaded) return undefined;
    let isStale = false;
    const ask = async (): Promise<void> => {
      const items = await loaded.suggest(text, accountId, t);
      if (isStale) return;
      setFound({ text, items });
      setActive(wantsFirst.current && items.length > 0 ? 0 : -1);
    };
    wantsFirst.current = false;
    const timer = setTimeout(() => void ask(), TYPING_PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [isOpen, loaded, text, accountId, t]);
  // Not those for less than what is typed by now.
  const items = isOpen && found.text === text ? found.items : none;
  return {
    id: useId(),
    items,
    active: active < items.length ? active : -1,
    open: () => setOpen(true),
    close() {
      setOpen(false);
      setActive(-1);
    },
    move(step) {
      wantsFirst.current = items.length === 0;
      if (items.length > 0) setActive((before) => ((before + 2 + step + items.length) % (items.length + 1)) - 1);
    },
    List: loaded?.SuggestionList,
  };
}
