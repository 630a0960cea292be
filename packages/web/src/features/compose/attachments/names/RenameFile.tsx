import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../ui/Button.tsx";
import { EditorQuestion } from "../../editor/EditorQuestion.tsx";
import { partsOf, renamed } from "./renamed.ts";

/** Asks for another name. The end says what kind of file it is, and stays. */
export function RenameFile({ name, onDone }: { name: string; onDone(name: string): void }) {
  const { t } = useTranslation();
  const { base, end } = partsOf(name);
  const [typed, setTyped] = useState(base);
  const keep = (): void => onDone(renamed(name, typed));
  return (
    <EditorQuestion
      title={t("compose.file.rename")}
      aria-label={t("compose.file.name", { end })}
      value={typed}
      // The person has just asked for it.
      autoFocus
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onEnter={keep}
      onEscape={() => onDone(name)}
    >
      <Button onClick={keep}>{t("compose.file.keep")}</Button>
    </EditorQuestion>
  );
}
