import type { EmailAddress, Id } from "@pismo/jmap";
import { useState } from "react";
import { useRowPicture } from "../../../store/contacts/row-pictures.ts";
import { avatarHue } from "../../../ui/avatar/initials.ts";
import styles from "./row-chips.module.css";

/** Over the initials of a row, which are there until it is. Decoration: the name stands beside it. */
export function RowPicture({ emailId, person: { email } }: { emailId: Id; person: EmailAddress }) {
  const uri = useRowPicture(emailId, email);
  const [broken, setBroken] = useState<string>();
  if (!uri || uri === broken) return null;
  // As in Avatar, where a picture lets something through.
  const background = `oklch(50% 0.12 ${avatarHue(email)})`;
  return (
    <img
      key={uri}
      className={styles.picture}
      style={{ background }}
      src={uri}
      alt=""
      draggable={false}
      decoding="async"
      onError={() => setBroken(uri)}
    />
  );
}
