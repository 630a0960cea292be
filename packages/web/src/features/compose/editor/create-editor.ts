/** A ProseMirror view set up for Emails: history, keys, Markdown-like signs, links on paste, the placeholder. */
import { baseKeymap, chainCommands, exitCode, lift } from "prosemirror-commands";
import { closeHistory, history } from "prosemirror-history";
import { inputRules, undoInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { Mark, Node } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list";
import { type Command, EditorState, Plugin, Selection } from "prosemirror-state";
import { goToNextCell } from "prosemirror-tables";
import { Decoration, DecorationSet, EditorView } from "prosemirror-view";
import { plainAtStart, redo, setLink, toggleList, toggleQuote, toggleStyle, undo } from "./commands.ts";
import { directions } from "./direction.ts";
import { isTooHeavyToEdit } from "../../../message-html/index.ts";
import { fromHtml, sliceOfText, toHtml } from "./html.ts";
import { lateSelection } from "./late-selection.ts";
import { markdownRules } from "./markdown.ts";
import { type PictureSource, pictureView } from "./pictures/picture-view.ts";
import { cleanPaste } from "./paste/clean-paste.ts";
import { isEmptyDocument, safeHref, schema } from "./schema.ts";
import { atEndOfCell, atStartOfCell, deleteInCells, lineAbove, regularTables } from "./tables/table-commands.ts";

const listItem = schema.nodes["list_item"];

const hardBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(schema.nodes["hard_break"].create()).scrollIntoView());
  return true;
});

/** A list or a quote at the start of a cell becomes lines again before the cell's edge counts. */
const liftInCell: Command = (state, dispatch) => atStartOfCell(state) && lift(state, dispatch);

const keys = keymap({
  "Mod-b": toggleStyle("strong"),
  "Mod-i": toggleStyle("em"),
  "Mod-u": toggleStyle("underline"),
  "Mod-z": undo,
  "Shift-Mod-z": redo,
  "Mod-y": redo,
  "Mod-Shift-7": toggleList("ordered_list"),
  "Mod-Shift-8": toggleList("bullet_list"),
  "Mod-Shift-9": toggleQuote,
  "Shift-Enter": hardBreak,
  Backspace: chainCommands(undoInputRule, deleteInCells, plainAtStart, liftInCell, atStartOfCell),
  Delete: chainCommands(deleteInCells, atEndOfCell),
  Enter: chainCommands(lineAbove, splitListItem(listItem)),
  // Only inside a list or a table: elsewhere Tab leaves the editor, as a keyboard user expects.
  Tab: chainCommands(sinkListItem(listItem), goToNextCell(1)),
  "Shift-Tab": chainCommands(liftListItem(listItem), goToNextCell(-1)),
});

/** The placeholder is a decoration on the empty paragraph: it is never part of the text. */
const placeholderPlugin = (text: string): Plugin =>
  new Plugin({
    props: {
      decorations: ({ doc }) =>
        isEmptyDocument(doc)
          ? DecorationSet.create(doc, [
              Decoration.node(0, doc.content.size, { class: "placeholder", "data-placeholder": text }),
            ])
          : null,
    },
  });

/** As it can be read on the theme; what is sent has it as it is. */
function colourView({ attrs }: Mark): { dom: HTMLElement } {
  const dom = document.createElement("span");
  dom.className = "coloured";
  dom.style.setProperty("--written", attrs["colour"] as string);
  return { dom };
}

export interface EditorOptions {
  doc: Node;
  placeholder: string;
  label: string;
  /** After every transaction. */
  onUpdate(state: EditorState, docChanged: boolean): void;
  /** Files pasted or dropped into the text. */
  onFiles(files: File[]): void;
  /** Offers what a sign and a word stand for. */
  completion: Plugin;
  pictures: PictureSource;
  /** Nothing is formatted. */
  isPlain(): boolean;
  /** The key for a link: its address is asked for. */
  onLink(): void;
  /** The key that leads to the buttons above the text. */
  onTools?(): void;
}

export function createEditor(place: HTMLElement, options: EditorOptions): EditorView {
  const filesOf = (data: DataTransfer | null): boolean => {
    const files = [...(data?.files ?? [])];
    if (files.length > 0) options.onFiles(files);
    return files.length > 0;
  };
  const askForLink: Command = () => {
    options.onLink();
    return true;
  };
  const goToTools: Command = () => {
    options.onTools?.();
    return true;
  };
  const view: EditorView = new EditorView(place, {
    state: EditorState.create({
      doc: options.doc,
      plugins: [
        lateSelection,
        options.completion,
        inputRules({ rules: markdownRules(options.isPlain) }),
        keys,
        keymap({ "Mod-k": askForLink, "Alt-F10": goToTools }),
        keymap(baseKeymap),
        history(),
        regularTables,
        directions,
        placeholderPlugin(options.placeholder),
      ],
    }),
    attributes: { role: "textbox", "aria-multiline": "true", "aria-label": options.label, spellcheck: "true" },
    markViews: { colour: colourView },
    nodeViews: { image: (node) => pictureView(node, options.pictures) },
    dispatchTransaction(transaction) {
      // What is pasted is undone by itself, not with what was typed before it.
      if (transaction.getMeta("uiEvent") === "paste") closeHistory(transaction);
      const state = view.state.apply(transaction);
      view.updateState(state);
      options.onUpdate(state, transaction.docChanged);
    },
    handlePaste(_, event) {
      const text = event.clipboardData?.getData("text/plain").trim() ?? "";
      // Office programs add a picture of the text.
      if (text === "" && filesOf(event.clipboardData)) return true;
      if (view.state.selection.empty || /\s/.test(text) || !safeHref(text)) return false;
      return setLink(text)(view.state, view.dispatch);
    },
    clipboardTextParser: (text, context) => sliceOfText(text, context.marks()),
    transformPastedHTML: (html) => (isTooHeavyToEdit(html) ? toHtml(fromHtml(html)) : cleanPaste(html)),
    handleDrop(shown, event) {
      const at = shown.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
      if (at !== undefined && event.dataTransfer?.files.length) {
        shown.dispatch(shown.state.tr.setSelection(Selection.near(shown.state.doc.resolve(at))));
      }
      return filesOf(event.dataTransfer);
    },
  });
  options.onUpdate(view.state, false);
  return view;
}
