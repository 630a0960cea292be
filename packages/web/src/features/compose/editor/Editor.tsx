import type { Node } from "prosemirror-model";
import type { EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useEffect, useRef, useState } from "react";
import { createEditor } from "./create-editor.ts";
import styles from "./Editor.module.css";
import { Toolbar } from "./Toolbar.tsx";

export interface EditorProps {
  initialDoc: Node;
  placeholder: string;
  label: string;
  onChange(doc: Node): void;
  onFiles(files: File[]): void;
  autoFocus?: boolean;
  /** Gets the view, for changes that do not come from the person's keys. */
  onView?(view: EditorView | null): void;
}

/** The rich text of an Email. Uncontrolled: ProseMirror owns the document, the parent hears of changes. */
export function Editor(props: EditorProps) {
  const { initialDoc, placeholder, label, onChange, onFiles, autoFocus = false, onView } = props;
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const [asksForLink, setAsksForLink] = useState(false);
  const latest = useRef({ initialDoc, autoFocus, onChange, onFiles, onView });
  useEffect(() => {
    latest.current = { ...latest.current, onChange, onFiles, onView };
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
      onLink: () => setAsksForLink(true),
    });
    setView(created);
    latest.current.onView?.(created);
    if (latest.current.autoFocus) created.focus();
    return () => {
      latest.current.initialDoc = created.state.doc;
      latest.current.onView?.(null);
      created.destroy();
    };
  }, [placeholder, label]);

  return (
    <div className={styles.editor}>
      {view && state && <Toolbar view={view} state={state} asksForLink={asksForLink} onAskForLink={setAsksForLink} />}
      <div className={styles.text} ref={place} />
    </div>
  );
}
