import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { drawerQuery } from "../../../ui/widths.ts";
import { type AcceptedTypes, pickerAccept } from "./accepted-files.ts";
import styles from "../ComposePopup.module.css";

/** The button that lets one pick files to attach. */
export function FilePicker({ types, onPick }: { types: AcceptedTypes; onPick(files: File[]): void }) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(drawerQuery);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {isNarrow ? (
        <IconButton
          icon="clip"
          data-add-files=""
          label={t("compose.addFiles")}
          onClick={() => input.current?.click()}
        />
      ) : (
        <Button
          variant="quiet"
          icon="clip"
          className={styles.add}
          data-add-files=""
          onClick={() => input.current?.click()}
        >
          {t("compose.addFiles")}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept={pickerAccept(types)}
        multiple
        hidden
        onChange={(event) => {
          const picked = [...(event.target.files ?? [])];
          // So that the same file can be picked again after it was removed.
          event.target.value = "";
          onPick(picked);
        }}
      />
    </>
  );
}
