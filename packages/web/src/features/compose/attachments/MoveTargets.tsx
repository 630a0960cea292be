import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./MoveTargets.module.css";

/** What a dragged file of a letter is called while it is on its way: none of its own is attached once more. */
export const DRAGGED_FILE = "application/x-pismo-file";

/** Another letter that can take a file. */
export interface MoveTarget {
  id: number;
  /** As the person finds it. */
  subject: string;
}

/** The other letters, over the form, for as long as a file is dragged. The file's menu has the same by keyboard. */
export function MoveTargets({ targets, onMove }: { targets: readonly MoveTarget[]; onMove(id: number): void }) {
  const { t } = useTranslation();
  const [over, setOver] = useState<number>();
  const hear = (event: DragEvent, id: number): void => {
    if (!event.dataTransfer.types.includes(DRAGGED_FILE)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    setOver(id);
  };
  return (
    <ul className={styles.targets}>
      {targets.map(({ id, subject }) => (
        <li
          key={id}
          className={styles.target}
          data-over={over === id ? "" : undefined}
          onDragEnter={(event) => hear(event, id)}
          onDragOver={(event) => hear(event, id)}
          onDragLeave={() => setOver(undefined)}
          onDrop={(event) => {
            event.preventDefault();
            onMove(id);
          }}
        >
          {t("compose.file.moveTo", { subject })}
        </li>
      ))}
    </ul>
  );
}
