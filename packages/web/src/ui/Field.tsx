/** What forms consist of: lines to type in and lists to choose from, each with its name. */
import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./Field.module.css";

const classes = (...names: (string | undefined)[]): string => names.filter(Boolean).join(" ");

/** A line to type in. */
export const Input = ({ className, ...props }: ComponentProps<"input">) => (
  <input {...props} className={classes(styles.input, className)} />
);

/** A list to choose one of. */
export const Select = ({ className, ...props }: ComponentProps<"select">) => (
  <select {...props} className={classes(styles.input, styles.select, className)} />
);

/** Lines to type in. */
export const TextArea = ({ className, ...props }: ComponentProps<"textarea">) => (
  <textarea {...props} className={classes(styles.area, className)} />
);

/** A name over what it names, which has that id. */
export function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  );
}

/** The error of a field or a form; announced when it appears. */
export const Problem = ({ className, ...props }: ComponentProps<"div">) => (
  <div {...props} className={classes(styles.problem, className)} role="alert" />
);

export interface FieldProps extends ComponentProps<"input"> {
  label: string;
  /** What helps to fill it in. */
  hint?: string | undefined;
  /** The error. */
  problem?: ReactNode;
}

/** A line to type in, with its name over it, and under it what helps and what is wrong. */
export function Field({ label, hint, problem, ...input }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`, input["aria-describedby"]];
  return (
    <Labelled id={id} label={label}>
      <Input
        {...input}
        id={id}
        aria-invalid={problem ? true : input["aria-invalid"]}
        aria-describedby={described.filter(Boolean).join(" ") || undefined}
      />
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && <Problem id={`${id}-problem`}>{problem}</Problem>}
    </Labelled>
  );
}
