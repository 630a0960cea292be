import { cloneElement, type ReactElement } from "react";

export interface TooltipProps {
  text: string;
  shortcut?: string | undefined;
  side?: "top" | "bottom" | "left" | "right";
  disabled?: boolean;
  /** The control that is explained. It has its own name: the tooltip is for the eye. */
  children: ReactElement;
}

/** Says what a control is. It only leaves a note on the control: a list has hundreds of them and one tooltip. */
export function Tooltip({ text, shortcut, side = "bottom", disabled = false, children }: TooltipProps) {
  if (disabled) return children;
  return cloneElement(children as ReactElement<Record<`data-${string}`, string | undefined>>, {
    "data-tooltip": text,
    "data-tooltip-side": side,
    "data-tooltip-shortcut": shortcut,
  });
}
