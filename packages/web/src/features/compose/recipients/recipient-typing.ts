/** What keys, a paste and leaving do in an input for recipients. */
import type { ClipboardEvent, KeyboardEvent } from "react";
import type { Suggestion } from "../../../store/drafts/writing.ts";
import { isValidAddress, isWithinQuotes, parseRecipients } from "./recipients.ts";
import type { RecipientList } from "./use-recipient-list.ts";
import type { Suggestions } from "./use-suggestions.ts";

export interface TypingContext {
  /** What is typed and is no chip yet. */
  text: string;
  hasChips: boolean;
  list: Pick<RecipientList, "add" | "focusLastChip">;
  suggestions: Suggestions;
  /** undefined where no server would keep it. */
  neverOffer: ((person: Suggestion) => void) | undefined;
}

export function typeKey(event: KeyboardEvent<HTMLInputElement>, context: TypingContext): void {
  const { text, hasChips, list, suggestions } = context;
  const { key } = event;
  if (event.nativeEvent.isComposing) return;
  const { value, selectionStart } = event.currentTarget;
  if ((key === "," || key === ";") && isWithinQuotes(value.slice(0, selectionStart ?? value.length))) return;
  if (steer(event, context)) return;
  const { chosen } = suggestions;
  if (key === "Enter" || key === "," || key === ";" || (key === "Tab" && chosen && !event.shiftKey)) {
    if (key !== "Tab" || text.trim() !== "") event.preventDefault();
    if (text.trim() === "") return;
    const isPicked = chosen !== undefined && (key === "Enter" || key === "Tab");
    list.add(isPicked ? (chosen.members ?? [chosen]) : parseRecipients(text));
  } else if (key === " " && isValidAddress(text.trim())) {
    event.preventDefault();
    list.add(parseRecipients(text));
  } else if ((key === "Backspace" || key === "ArrowLeft") && text === "" && hasChips) {
    event.preventDefault();
    list.focusLastChip();
  }
}

/** Arrows, Escape and Shift+Delete belong to the suggestions while there are any. @returns whether the key was one of these */
function steer(event: KeyboardEvent, { suggestions, neverOffer }: TypingContext): boolean {
  const { key } = event;
  const { people, chosen, move, close } = suggestions;
  if (people.length === 0) return false;
  if (key === "ArrowDown" || key === "ArrowUp") move(key === "ArrowDown" ? 1 : -1);
  else if (key === "Escape") {
    event.stopPropagation();
    close();
  } else if (key === "Delete" && event.shiftKey && chosen && !chosen.members && neverOffer) neverOffer(chosen);
  else return false;
  event.preventDefault();
  return true;
}

/** Addresses become chips at once, if nothing else is being typed. */
export function paste(event: ClipboardEvent, { text, list }: TypingContext): void {
  const parsed = parseRecipients(event.clipboardData.getData("text/plain"));
  if (text.trim() !== "" || (parsed.length < 2 && !parsed.every(({ email }) => isValidAddress(email)))) return;
  event.preventDefault();
  list.add(parsed);
}

export function leave({ text, list, suggestions }: TypingContext): void {
  suggestions.close();
  if (text.trim() !== "") list.add(parseRecipients(text));
}
