import type { ComponentProps, ReactNode } from "react";
import styles from "./Editor.module.css";

interface EditorQuestionProps extends Omit<ComponentProps<"input">, "className" | "onKeyDown"> {
  title: string;
  onEnter(): void;
  onEscape(): void;
  /** Beside the input and below it. */
  children?: ReactNode;
}

/** What is asked under the toolbar, in one line. */
export function EditorQuestion({ title, onEnter, onEscape, children, ...input }: EditorQuestionProps) {
  return (
    <div className={styles.question} role="group" aria-label={title}>
      <input
        type="text"
        {...input}
        className={styles.answer}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          // It is neither the Email that is sent nor the popup that is closed.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Enter") onEnter();
          else onEscape();
        }}
      />
      {children}
    </div>
  );
}
