import type { Command, EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import type { IconName } from "../../../ui/Icon.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import {
  clearFormatting,
  hasMark,
  isInside,
  redo,
  setLink,
  type Style,
  toggleList,
  toggleQuote,
  toggleStyle,
  undo,
} from "./commands.ts";
import styles from "./Editor.module.css";
import { safeHref, schema } from "./schema.ts";

const styleButtons: [Style, IconName, string][] = [
  ["strong", "bold", "compose.bold"],
  ["em", "italic", "compose.italic"],
  ["underline", "underline", "compose.underline"],
];

export function Toolbar({ view, state }: { view: EditorView; state: EditorState }) {
  const { t } = useTranslation();
  const [link, setLinkText] = useState<string | null>(null);
  const run = (command: Command): void => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const submitLink = (event: SubmitEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const address = link?.trim() ?? "";
    setLinkText(null);
    if (address !== "") run(setLink(address));
    else view.focus();
  };
  const button = (icon: IconName, key: string, command: Command, pressed?: boolean) => (
    <IconButton
      icon={icon}
      label={t(key)}
      {...(pressed !== undefined && { pressed })}
      // The selection must stay in the text while a button is pressed with the mouse.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(command)}
    />
  );
  const { bullet_list, ordered_list, blockquote } = schema.nodes;
  return (
    <>
      <div className={styles.toolbar} role="toolbar" aria-label={t("compose.formatting")}>
        {styleButtons.map(([style, icon, key]) => (
          <span key={style}>{button(icon, key, toggleStyle(style), hasMark(state, schema.marks[style]))}</span>
        ))}
        <span className={styles.separator} />
        {button("list-bullet", "compose.bulletList", toggleList("bullet_list"), isInside(state, bullet_list))}
        {button("list-ordered", "compose.orderedList", toggleList("ordered_list"), isInside(state, ordered_list))}
        {button("quote", "compose.quote", toggleQuote, isInside(state, blockquote))}
        <IconButton
          icon="link"
          label={t("compose.link")}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            const { from, to } = state.selection;
            const selected = state.doc.textBetween(from, to).trim();
            setLinkText(safeHref(selected) ? selected : "https://");
          }}
        />
        <span className={styles.separator} />
        {button("clear-format", "compose.clearFormatting", clearFormatting)}
        {button("undo", "compose.undo", undo)}
        {button("redo", "compose.redo", redo)}
      </div>
      {link !== null && (
        <form className={styles.linkForm} onSubmit={submitLink}>
          <input
            className={styles.linkInput}
            type="text"
            inputMode="url"
            aria-label={t("compose.linkAddress")}
            value={link}
            autoFocus
            onChange={(event) => setLinkText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.stopPropagation();
              setLinkText(null);
              view.focus();
            }}
          />
          <Button type="submit">{t("compose.insertLink")}</Button>
        </form>
      )}
    </>
  );
}
