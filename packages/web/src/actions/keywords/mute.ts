/** Mute: new letters of a conversation go by, into the archive. It marks all its letters, wherever they lie. */
import { MUTED } from "@pismo/jmap";
import { ALL_MAIL, hasPreferences } from "../../store/index.ts";
import { type Action, type ActionContext, may, performEdit, some } from "../action.ts";

/** A whole list does not say which conversations it has. */
function ofConversations(context: ActionContext): ActionContext {
  const { selection } = context;
  return selection.kind === "ids" ? { ...context, selection: { ...selection, threadsIn: ALL_MAIL } } : context;
}

const muteAction = (sets: boolean): Action => ({
  id: sets ? "mute" : "unmute",
  labelKey: sets ? "actions.mute" : "actions.unmute",
  icon: sets ? "bell-off" : "bell",
  shortcut: "M",
  isAvailable: (context) =>
    // Other servers keep the keyword, and do nothing by it.
    hasPreferences() &&
    context.selection.kind === "ids" &&
    may(context, "maySetKeywords") &&
    some(ofConversations(context), ({ keywords }) => MUTED in keywords) !== sets,
  perform: (context) =>
    performEdit(ofConversations(context), { kind: "keyword", keyword: MUTED, isSet: sets }, sets ? "mute" : "unmute"),
});

export const mute = muteAction(true);
export const unmute = muteAction(false);
