import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";

/** In the toolbar of a signature: a picture from a file. */
export function PictureTool({ onPick }: { onPick(files: File[]): void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={lateIcons.image}
        label={t("identities.picture")}
        // The toolbar is one tab stop, and arrows lead here.
        tabIndex={-1}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        onChange={({ target }) => {
          const picked = [...(target.files ?? [])];
          target.value = "";
          onPick(picked);
        }}
      />
    </>
  );
}
