import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { partsOnDemand } from "../../../ui/lazy/on-demand-parts.ts";
import styles from "../SearchBox.module.css";

const parts = partsOnDemand(() => import("./SearchForm.tsx"));

/** Opens the search as fields. */
export function SearchFormButton({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const form = parts.use(isOpen);
  return (
    <>
      <IconButton
        className={styles.clear}
        icon="chevron-down"
        iconSize={18}
        label={t("shell.search.fields")}
        onClick={() => setOpen(true)}
      />
      {isOpen && form && (
        <form.SearchForm
          words={text}
          onClose={() => setOpen(false)}
          onSearch={(written) => {
            setOpen(false);
            onSearch(written);
          }}
        />
      )}
    </>
  );
}
