import { useTranslation } from "react-i18next";
import { Dialog, type DialogProps } from "../../ui/Dialog.tsx";
import { useUnsaved } from "./use-unsaved.tsx";

export interface FormDialogProps extends Omit<DialogProps, "open" | "onOpenChange" | "closeLabel"> {
  /** Something would be lost. */
  isChanged: boolean;
  onDone: () => void;
}

/** A dialog to fill in: Escape, the close icon and a click beside it ask before what was changed is lost. */
export function FormDialog({ isChanged, onDone, children, ...props }: FormDialogProps) {
  const { t } = useTranslation();
  const { leave, question } = useUnsaved(isChanged, onDone);
  return (
    <Dialog {...props} open onOpenChange={() => leave(onDone)} closeLabel={t("shell.close")}>
      {children}
      {question}
    </Dialog>
  );
}
