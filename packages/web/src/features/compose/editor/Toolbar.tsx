import type { Command, EditorState } from "prosemirror-state";
import { isInTable } from "prosemirror-tables";
import type { EditorView } from "prosemirror-view";
import { Fragment, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import type { AnyIcon } from "../../../ui/icons/Icon.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { shortcutLabel } from "../../../ui/keyboard/shortcut-label.ts";
import {
  canUndo,
  clearFormatting,
  hasMark,
  isInside,
  linkAt,
  redo,
  removeLink,
  setLink,
  toggleList,
  toggleQuote,
  toggleStyle,
  undo,
} from "./commands.ts";
import styles from "./Editor.module.css";
import { EditorQuestion } from "./EditorQuestion.tsx";
import { PictureForm, selectedPicture } from "./pictures/PictureForm.tsx";
import { safeHref, schema } from "./schema.ts";
import { TableForm } from "./tables/TableForm.tsx";

interface Tool {
  name: string;
  icon: AnyIcon;
  /** The command of the button; "link" asks for the address first. */
  command: Command | "link";
  shortcut?: string;
  /** For what is on or off; else the button just acts. */
  isOn?: (state: EditorState) => boolean;
  isAvailable?: (state: EditorState) => boolean;
  worksInPlain?: true;
}

const { marks, nodes } = schema;

/** In groups, with a line between them. */
const groups: Tool[][] = [
  [
    {
      name: "bold",
      icon: lateIcons.bold,
      command: toggleStyle("strong"),
      shortcut: "Control+B",
      isOn: (state) => hasMark(state, marks.strong),
    },
    {
      name: "italic",
      icon: lateIcons.italic,
      command: toggleStyle("em"),
      shortcut: "Control+I",
      isOn: (state) => hasMark(state, marks.em),
    },
    {
      name: "underline",
      icon: lateIcons.underline,
      command: toggleStyle("underline"),
      shortcut: "Control+U",
      isOn: (state) => hasMark(state, marks.underline),
    },
  ],
  [
    {
      name: "bulletList",
      icon: lateIcons.bulletList,
      command: toggleList("bullet_list"),
      shortcut: "Control+Shift+8",
      isOn: (state) => isInside(state, nodes.bullet_list),
    },
    {
      name: "orderedList",
      icon: lateIcons.orderedList,
      command: toggleList("ordered_list"),
      shortcut: "Control+Shift+7",
      isOn: (state) => isInside(state, nodes.ordered_list),
    },
    {
      name: "quote",
      icon: lateIcons.quote,
      command: toggleQuote,
      shortcut: "Control+Shift+9",
      isOn: (state) => isInside(state, nodes.blockquote),
    },
    {
      name: "link",
      icon: lateIcons.link,
      command: "link",
      shortcut: "Control+K",
      isOn: (state) => linkAt(state) !== undefined,
    },
  ],
  [
    { name: "clearFormatting", icon: lateIcons.clearFormat, command: clearFormatting },
    {
      name: "undo",
      icon: lateIcons.undo,
      command: undo,
      shortcut: "Control+Z",
      isAvailable: canUndo,
      worksInPlain: true,
    },
    {
      name: "redo",
      icon: lateIcons.redo,
      command: redo,
      shortcut: "Control+Shift+Z",
      isAvailable: (state) => redo(state),
      worksInPlain: true,
    },
  ],
];

function moveFocus(event: KeyboardEvent): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  const last = buttons.length - 1;
  const next = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons[next]?.focus();
}

/** Formatting buttons: one tab stop, arrows go from one to the next (WAI-ARIA toolbar). */
export function Toolbar({
  view,
  state,
  asksForLink,
  onAskForLink,
  isPlain,
  tool,
  question,
}: {
  view: EditorView;
  state: EditorState;
  /** The address field is shown. */
  asksForLink: boolean;
  onAskForLink(asks: boolean): void;
  isPlain: boolean;
  tool?: ReactNode;
  question?: ReactNode;
}) {
  const { t } = useTranslation();
  const picture = selectedPicture(state);
  const [chosenStop, setStop] = useState("bold");
  const shown = isPlain ? groups.map((tools) => tools.filter(({ worksInPlain }) => worksInPlain)).slice(-1) : groups;
  const stop = shown.flat().some(({ name }) => name === chosenStop) ? chosenStop : shown[0]?.[0]?.name;

  const run = (command: Command, byKeyboard: boolean): void => {
    command(view.state, view.dispatch, view);
    // Keyboard users stay on the button; the mouse never moved the focus out of the text.
    if (!byKeyboard) view.focus();
  };
  return (
    <>
      {/* The buttons take the focus, not the bar. */}
      <div
        className={styles.toolbar}
        role="toolbar"
        tabIndex={-1}
        aria-label={t("compose.formatting")}
        aria-keyshortcuts="Alt+F10"
        // The selection must stay in the text while a button is pressed with the mouse.
        onMouseDown={(event) => event.preventDefault()}
        onKeyDown={moveFocus}
      >
        {shown.map((tools, index) => (
          // Its last one works in plain text, too: the group stays, and in it the button that has the focus.
          <Fragment key={tools.at(-1)?.name}>
            {index > 0 && <span className={styles.separator} />}
            {tool && index === shown.length - 1 && (
              <>
                {tool}
                <span className={styles.separator} />
              </>
            )}
            {tools.map(({ name, icon, command, shortcut, isOn, isAvailable }) => (
              <IconButton
                key={name}
                icon={icon}
                label={t(`compose.${name}`)}
                shortcut={shortcut && shortcutLabel(shortcut)}
                tabIndex={name === stop ? 0 : -1}
                {...(isOn && { pressed: isOn(state) })}
                // Not `disabled`: the focus must not be lost with the last step that can be undone.
                aria-disabled={isAvailable && !isAvailable(state) ? true : undefined}
                onFocus={() => setStop(name)}
                onClick={(event) => (command === "link" ? onAskForLink(true) : run(command, event.detail === 0))}
              />
            ))}
          </Fragment>
        ))}
      </div>
      {question}
      {picture !== undefined && <PictureForm view={view} state={state} at={picture} />}
      {!isPlain && isInTable(state) && <TableForm view={view} />}
      {asksForLink && <LinkForm view={view} state={state} onDone={() => onAskForLink(false)} />}
    </>
  );
}

/** Asks for the address of the selected text. */
function LinkForm({ view, state, onDone }: { view: EditorView; state: EditorState; onDone(): void }) {
  const { t } = useTranslation();
  const problemId = useId();
  const [known] = useState(() => linkAt(state));
  const [address, setAddress] = useState(() => {
    const { from, to } = state.selection;
    const selected = state.doc.textBetween(from, to).trim();
    return known ?? (safeHref(selected) ? selected : "https://");
  });
  const [isWrong, setWrong] = useState(false);
  const finish = (): void => {
    onDone();
    view.focus();
  };
  const insert = (): void => {
    if (setLink(address.trim())(view.state, view.dispatch)) finish();
    else setWrong(true);
  };
  return (
    <EditorQuestion
      title={t("compose.link")}
      type="url"
      aria-label={t("compose.linkAddress")}
      aria-invalid={isWrong ? true : undefined}
      aria-describedby={isWrong ? problemId : undefined}
      value={address}
      // The person has just asked for it, and what they paste takes the place of "https://".
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => {
        setAddress(event.target.value);
        setWrong(false);
      }}
      onEnter={insert}
      onEscape={finish}
    >
      <Button onClick={insert}>{t("compose.insertLink")}</Button>
      {known !== undefined && (
        <Button
          variant="quiet"
          onClick={() => {
            removeLink(view.state, view.dispatch);
            finish();
          }}
        >
          {t("compose.removeLink")}
        </Button>
      )}
      {isWrong && (
        <p className={styles.problem} id={problemId} role="alert">
          {t("compose.wrongLink")}
        </p>
      )}
    </EditorQuestion>
  );
}
