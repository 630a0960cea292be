import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { CardFields } from "../../store/contacts/card-fields.ts";
import { notify } from "../../store/index.ts";
import { Avatar } from "../../ui/avatar/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import cardStyles from "./ContactCard.module.css";
import styles from "./ContactForm.module.css";

/** In px: what is shown is 72, on a screen of two or three pixels each. */
const EDGE = 256;

/** The middle of a picture, small: as a data: URI. @throws where it is no picture */
async function smallPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const edge = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.min(EDGE, edge);
  const context = canvas.getContext("2d")!;
  // JPEG has no transparency.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  const [x, y] = [(bitmap.width - edge) / 2, (bitmap.height - edge) / 2];
  context.drawImage(bitmap, x, y, edge, edge, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL("image/jpeg", 0.85);
}

export interface PictureFieldProps {
  fields: CardFields;
  onChange: (picture: string | undefined) => void;
}

/** The picture of a person, chosen from a file. */
export function PictureField({ fields, onChange }: PictureFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { given, surname, emails, picture } = fields;
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      onChange(await smallPicture(file));
    } catch {
      notify({ key: "contacts.noPicture", tone: "error" });
    }
  };
  return (
    <div className={cardStyles.head}>
      <Avatar name={`${given} ${surname}`.trim()} address={emails[0]?.value || "?"} image={picture} size={72} />
      <label className={styles.choosePicture} htmlFor={id}>
        {t("contacts.choosePicture")}
        <input
          id={id}
          className="visually-hidden"
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            target.value = "";
          }}
        />
      </label>
      {picture !== undefined && (
        <Button variant="quiet" onClick={() => onChange(undefined)}>
          {t("contacts.removePicture")}
        </Button>
      )}
    </div>
  );
}
