/** What is offered while a person types a sign and a word behind it, such as ":smile" or ";thanks". */
import { type EditorState, Plugin, PluginKey, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

export interface Completion {
  key: string;
  label: string;
  /** Takes the place of what was typed. */
  apply(view: EditorView, from: number, to: number): void;
}

export interface CompletionSource {
  sign: string;
  /** @param refresh to be called when there is more to offer than there was */
  find(word: string, refresh: () => void): readonly Completion[];
}

export interface CompletionList {
  /** Of what was typed, with its sign. */
  from: number;
  to: number;
  completions: readonly Completion[];
  active: number;
  /** The person does not want it for this word. */
  isClosed: boolean;
}

type Change = { active: number } | "close" | "refresh";

const key = new PluginKey<CompletionList | null>("completion");

/** The list as it is shown. */
export function completionListOf(state: EditorState): CompletionList | undefined {
  const list = key.getState(state);
  return list && !list.isClosed ? list : undefined;
}

/** More would not be read. */
const MAX_COMPLETIONS = 8;

/** Longer words are none of ours. */
const MAX_WORD = 30;

/** The sign and the word before the caret; undefined where there is none, or where it stands within a word. */
function typedBefore({ selection }: EditorState, signs: string): { sign: string; word: string } | undefined {
  const { $from, empty } = selection;
  if (!empty || !$from.parent.isTextblock) return undefined;
  const start = Math.max(0, $from.parentOffset - MAX_WORD - 2);
  const before = $from.parent.textBetween(start, $from.parentOffset, undefined, "\n");
  const [, sign, word] = /(?:^|[\s(])([:;])([\p{L}\p{N}_+-]*)$/u.exec(before) ?? [];
  return sign !== undefined && word !== undefined && signs.includes(sign) ? { sign, word } : undefined;
}

/** Puts text in the place of what was typed. */
export const replaceTyped = (view: EditorView, from: number, to: number, text: string): void =>
  view.dispatch(view.state.tr.insertText(text, from, to).scrollIntoView());

/** @param listId of the list, whose entries have it with their index: screen readers find them by it */
export function completionPlugin(sources: readonly CompletionSource[], listId: string): Plugin<CompletionList | null> {
  const signs = sources.map(({ sign }) => sign).join("");
  let shown: EditorView | undefined;
  const refresh = (): void => {
    if (shown && !shown.isDestroyed) shown.dispatch(shown.state.tr.setMeta(key, "refresh"));
  };

  const next = (transaction: Transaction, before: CompletionList | null, state: EditorState): CompletionList | null => {
    const change = transaction.getMeta(key) as Change | undefined;
    // A caret that comes by asks for nothing.
    if (!transaction.docChanged && !before && change !== "refresh") return null;
    const typed = typedBefore(state, signs);
    if (!typed) return null;
    const to = state.selection.from;
    const from = to - typed.word.length - 1;
    const isSame = before?.from === from;
    const found = sources.find(({ sign }) => sign === typed.sign)!.find(typed.word, refresh);
    const completions = found.slice(0, MAX_COMPLETIONS);
    if (completions.length === 0) return null;
    const active = change !== undefined && typeof change === "object" ? change.active : 0;
    return { from, to, completions, active, isClosed: change === "close" || (isSame && before.isClosed) };
  };

  return new Plugin<CompletionList | null>({
    key,
    state: { init: () => null, apply: (transaction, before, _, state) => next(transaction, before, state) },
    view(view) {
      shown = view;
      return { destroy: () => (shown = undefined) };
    },
    props: {
      attributes(state): Record<string, string> {
        const list = completionListOf(state);
        return list ? { "aria-controls": listId, "aria-activedescendant": `${listId}-${list.active}` } : {};
      },
      handleKeyDown(view, event) {
        const list = completionListOf(view.state);
        if (!list || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
        const { length } = list.completions;
        const change = (value: Change): boolean => {
          view.dispatch(view.state.tr.setMeta(key, value));
          return true;
        };
        switch (event.key) {
          case "ArrowDown":
            return change({ active: (list.active + 1) % length });
          case "ArrowUp":
            return change({ active: (list.active + length - 1) % length });
          case "Escape":
            // It is not the popup that is closed.
            event.stopPropagation();
            return change("close");
          case "Enter":
          case "Tab":
            list.completions[list.active]?.apply(view, list.from, list.to);
            return true;
          default:
            return false;
        }
      },
    },
  });
}
