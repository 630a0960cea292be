import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";

export interface FoldButtonProps {
  /** Of the sender. */
  name: string;
  /** The letter has just been opened by its line, which is gone and was focused. */
  takesFocus: boolean;
  onFold: () => void;
}

/** Folds an open letter of a conversation. */
export function FoldButton({ name, takesFocus, onFold }: FoldButtonProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!takesFocus || document.activeElement !== document.body) return;
    place.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <span ref={place}>
      <IconButton
        icon={lateIcons.chevronUp}
        label={t("letter.fold", { name })}
        tooltip={false}
        aria-expanded
        data-fold=""
        onClick={onFold}
      />
    </span>
  );
}
