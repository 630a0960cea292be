import type { Id } from "@pismo/jmap";
import { useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { actionFor, emailActions, only } from "../../actions/index.ts";
import { runAction } from "../../actions/run-action.ts";
import { useBack } from "../../mail-ui/use-back.ts";
import {
  getSelection,
  openSelection,
  rowsSelection,
  selectedCount,
  type Selection,
  undoLatest,
} from "../../store/index.ts";
import { areKeysTaken } from "../../ui/keyboard/keys-taken.ts";
import type { CurrentPage } from "../use-current-page.ts";
import { goTo } from "./go-to.ts";

/** In ms: how long after "g" the second key counts. */
const chordPause = 1200;

/** Keys for the whole page. In fields, menus and dialogs they mean what they mean there. */
export function useShortcuts({ folder, emailId }: CurrentPage, showHelp: () => void): void {
  const navigate = useNavigate();
  const goBack = useBack(folder);
  const chordAt = useRef(-Infinity);
  // Not a moment after the page is seen: a key that is pressed then would be lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || areKeysTaken(event.target)) return;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      const isChord = performance.now() - chordAt.current < chordPause;
      chordAt.current = -Infinity;
      if (!hasModifier) {
        const target = isChord ? goTo.find(({ code }) => code === event.code)?.folder : undefined;
        if (target) {
          event.preventDefault();
          void navigate(`/${target}?letters=all`);
          return;
        }
        if (event.key === "?" || (event.code === "Slash" && event.shiftKey)) {
          event.preventDefault();
          showHelp();
          return;
        }
        if (event.key === "/" || (event.code === "Slash" && !event.shiftKey)) {
          event.preventDefault();
          focusSearch();
          return;
        }
        if (event.code === "KeyZ" && !event.shiftKey) {
          if (undoLatest()) event.preventDefault();
          return;
        }
        if (event.code === "KeyG" && !event.shiftKey) {
          chordAt.current = performance.now();
          return;
        }
      }
      const context = { selection: emailsMeant(emailId, event.target, folder), folder };
      const action = actionFor(event, context);
      if (!action || (emailActions.includes(action) && selectedCount(context.selection) === 0)) return;
      event.preventDefault();
      runAction(action, context, () => {
        if (emailId !== undefined && action.leaves) goBack();
      });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [folder, emailId, navigate, goBack, showHelp]);
}

/** The Email that is open, or that has the focus in its conversation; in a list the selected ones, else the focused one. */
function emailsMeant(open: Id | undefined, target: EventTarget | null, folder: string): Selection {
  if (open !== undefined) {
    const letter = target instanceof Element ? target.closest<HTMLElement>("[data-thread-letter]") : null;
    const id = letter?.dataset["threadLetter"];
    return id === undefined ? openSelection(open, folder) : only(id);
  }
  const focused =
    target instanceof Element
      ? target.closest("li")?.querySelector<HTMLElement>("[data-letter]")?.dataset["letter"]
      : undefined;
  return selectedCount() === 0 && focused !== undefined ? rowsSelection([focused]) : getSelection();
}

/** On phones the search is folded away behind its button. After an initial render the rows take keys before the header is there. */
function focusSearch(): void {
  const box = document.querySelector<HTMLInputElement>("[data-search-box]");
  if (document.querySelector("header[data-placeholder]")) requestAnimationFrame(focusSearch);
  else if (box?.offsetParent) box.focus();
  else document.querySelector<HTMLElement>("[data-search-button]")?.click();
}
