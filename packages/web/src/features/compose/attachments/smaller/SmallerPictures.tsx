import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatSize } from "../../../../i18n/numbers.ts";
import styles from "./SmallerPictures.module.css";
import type { ChosenSize } from "./sizes.ts";
import { type SmallerPicturesOptions, useSmallerPictures } from "./use-smaller-pictures.ts";

/** Where large pictures are attached: as they are, or smaller, with what each choice weighs. */
export function SmallerPictures(props: SmallerPicturesOptions) {
  const { t } = useTranslation();
  const id = useId();
  const { sizes, chosen, choose } = useSmallerPictures(props);
  if (sizes.length < 2) return null;
  return (
    <p className={styles.line}>
      <label htmlFor={id}>{t("compose.pictures.label")}</label>
      <select
        id={id}
        className={styles.choice}
        value={chosen}
        onChange={({ target }) => choose(target.value as ChosenSize)}
      >
        {sizes.map(({ size, octets }) => (
          <option key={size} value={size}>
            {t(`compose.pictures.${size}`, { size: formatSize(octets) })}
          </option>
        ))}
      </select>
    </p>
  );
}
