import type { Node } from "prosemirror-model";
import type { EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { createEditor } from "./create-editor.ts";
import styles from "./Editor.module.css";
import { noPictures, type PictureSource } from "./pictures/picture-view.ts";
import { Toolbar } from "./Toolbar.tsx";
import { completionListOf, completionPlugin, type CompletionSource } from "./completion/completion.ts";
import { CompletionBox } from "./completion/CompletionBox.tsx";

export interface EditorProps {
  initialDoc: Node;
  placeholder: string;
  label: string;
  onChange(doc: Node): void;
  onFiles(files: File[]): void;
  autoFocus?: boolean;
  /** Gets the view, for changes that do not come from the person's keys. */
  onView?(view: EditorView | null): void;
  /** What is offered while a sign and a word are typed. Read once. */
  sources?: readonly CompletionSource[];
  /** Those that stand in the text. Read once. */
  pictures?: PictureSource;
  /** Nothing is formatted. */
  isPlain?: boolean;
  /** A button that is not the editor's own, in the toolbar, and what it asks under the bar. */
  tool?: ReactNode;
  question?: ReactNode;
}

/** The rich text of an Email. Uncontrolled: ProseMirror owns the document, the parent hears of changes. */
export function Editor(props: EditorProps) {
  const {
    initialDoc,
    placeholder,
    label,
    onChange,
    onFiles,
    autoFocus = false,
    onView,
    tool,
    question,
    isPlain = false,
  } = props;
  const listId = useId();
  const root = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const [asksForLink, setAsksForLink] = useState(false);
  const latest = useRef({
    initialDoc,
    autoFocus,
    onChange,
    onFiles,
    onView,
    isPlain,
    sources: props.sources ?? [],
    pictures: props.pictures ?? noPictures,
  });
  useEffect(() => {
    latest.current = { ...latest.current, onChange, onFiles, onView, isPlain };
  });

  useEffect(() => {
    const created = createEditor(place.current!, {
      doc: latest.current.initialDoc,
      placeholder,
      label,
      onUpdate: (next, docChanged) => {
        setState(next);
        if (docChanged) latest.current.onChange(next.doc);
      },
      onFiles: (files) => latest.current.onFiles(files),
      pictures: latest.current.pictures,
      isPlain: () => latest.current.isPlain,
      completion: completionPlugin(latest.current.sources, listId),
      onLink: () => setAsksForLink(true),
      onTools: () => {
        const ofTable = root.current?.querySelector<HTMLElement>("[data-table-tools] button");
        (ofTable ?? root.current?.querySelector<HTMLElement>("[role=toolbar] button[tabindex='0']"))?.focus();
      },
    });
    setView(created);
    latest.current.onView?.(created);
    if (latest.current.autoFocus) created.focus();
    return () => {
      latest.current.initialDoc = created.state.doc;
      latest.current.onView?.(null);
      created.destroy();
    };
  }, [placeholder, label, listId]);

  const list = state && completionListOf(state);
  return (
    <div className={styles.editor} ref={root}>
      {view && state && (
        <Toolbar
          view={view}
          state={state}
          asksForLink={asksForLink}
          onAskForLink={setAsksForLink}
          isPlain={isPlain}
          tool={tool}
          question={question}
        />
      )}
      <div className={styles.room}>
        <div className={styles.text} ref={place} />
        {view && list && <CompletionBox id={listId} view={view} list={list} />}
      </div>
    </div>
  );
}
