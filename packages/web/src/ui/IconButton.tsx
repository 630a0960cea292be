import type { IconButtonFaceProps } from "./IconButtonFace.tsx";
import { IconButtonFace } from "./IconButtonFace.tsx";
import { Tooltip } from "./tooltip/Tooltip.tsx";

export interface IconButtonProps extends Omit<IconButtonFaceProps, "aria-label" | "aria-pressed"> {
  /** The button's name, also shown as its tooltip. */
  label: string;
  /** For a toggle: whether it is on. */
  pressed?: boolean;
  /** Shown in the tooltip beside the name, e.g. "Shift+R". */
  shortcut?: string | undefined;
  /** false where the name stands beside it anyway. */
  tooltip?: boolean;
}

/** A square button with an icon and a name. */
export function IconButton({ label, pressed, shortcut, tooltip = true, ...face }: IconButtonProps) {
  const button = <IconButtonFace {...face} aria-label={label} aria-pressed={pressed} />;
  return tooltip ? (
    <Tooltip text={label} shortcut={shortcut}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
