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

/** A person's image, or initials on a colour of their own. Decoration: the name stands beside it. */
export function Avatar({ name, address, image, size = 32 }: AvatarProps) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.4), "--hue": avatarHue(address) };
  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      {image ? <img src={image} alt="" width={size} height={size} /> : initials(name || address)}
    </span>
  );
}
