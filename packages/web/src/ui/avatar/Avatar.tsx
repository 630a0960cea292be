import type { CSSProperties } from "react";
import styles from "./Avatar.module.css";
import { avatarHue, initials } from "./initials.ts";

export interface AvatarProps {
  /** Whose; the initials come from it. */
  name: string;
  /** The colour comes from it, so that one address always has the same. */
  address: string;
  image?: string | undefined;
  /** In px. */
  size?: number;
}

/** As Avatar.module.css has it: lists have many, and each property of a style takes its time. */
const USUAL_SIZE = 32;

/** A person's image, or initials on a colour of their own. Decoration: the name stands beside it. */
export function Avatar({ name, address, image, size = USUAL_SIZE }: AvatarProps) {
  const sizes = size === USUAL_SIZE ? undefined : { width: size, height: size, fontSize: Math.round(size * 0.4) };
  const style = { ...sizes, "--hue": avatarHue(address) } as CSSProperties;
  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      {image ? <img src={image} alt="" width={size} height={size} /> : initials(name || address)}
    </span>
  );
}
