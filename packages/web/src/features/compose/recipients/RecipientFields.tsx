import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { suggestPeople } from "../../../store/drafts/writing.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { drawerQuery } from "../../../ui/widths.ts";
import styles from "../ComposePopup.module.css";
import type { People, RecipientName } from "../session/draft-fields.ts";
import { neverOfferWhereKept } from "./never-offer.ts";
import { RecipientField } from "./RecipientField.tsx";
import type { RecipientProblems } from "../send-problem.ts";
import type { InitialFields } from "../session/initial-fields.ts";

export interface RecipientFieldsProps {
  start: Pick<InitialFields, RecipientName>;
  fields: People;
  problems: RecipientProblems;
  onChange(name: RecipientName, change: Partial<People>): void;
  /** The field _To_ takes the focus; by default where it is empty. */
  autoFocus?: boolean;
}

type Shown = Record<"cc" | "bcc", boolean>;

/** To, and Cc and Bcc once they are unfolded. */
export function RecipientFields(props: RecipientFieldsProps) {
  const { start, fields, problems, onChange, autoFocus: isFocused = start.to.length === 0 } = props;
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(drawerQuery);
  const [shown, setShown] = useState<Shown>({ cc: start.cc.length > 0, bcc: start.bcc.length > 0 });
  // An identity may bring one of its own.
  if (fields.bcc.length > 0 && !shown.bcc) setShown({ ...shown, bcc: true });
  const field = (name: RecipientName, autoFocus: boolean, children?: ReactNode) => (
    <RecipientField
      name={name}
      label={t(`compose.${name}`)}
      recipients={fields[name]}
      text={fields.typed[name]}
      error={problems[name]}
      onChange={(recipients, text) => onChange(name, { [name]: recipients, typed: { ...fields.typed, [name]: text } })}
      suggest={suggestPeople}
      onNeverOffer={neverOfferWhereKept()}
      autoFocus={autoFocus}
    >
      {children}
    </RecipientField>
  );
  return (
    <>
      {field(
        "to",
        isFocused,
        <span className={styles.unfolders}>
          <Unfolders isNarrow={isNarrow} shown={shown} onShow={setShown} />
        </span>,
      )}
      {shown.cc && field("cc", start.cc.length === 0 && !isNarrow)}
      {shown.bcc && field("bcc", fields.bcc.length === 0 && !isNarrow)}
    </>
  );
}

/** Where there is little room, one button unfolds both. */
function Unfolders({ isNarrow, shown, onShow }: { isNarrow: boolean; shown: Shown; onShow(shown: Shown): void }) {
  const { t } = useTranslation();
  if (isNarrow) {
    return (
      !(shown.cc && shown.bcc) && (
        <IconButton
          icon="chevron-down"
          label={t("compose.ccAndBcc")}
          className={styles.unfoldBoth}
          onClick={() => onShow({ cc: true, bcc: true })}
        />
      )
    );
  }
  return (["cc", "bcc"] as const).map(
    (name) =>
      !shown[name] && (
        <Button key={name} variant="quiet" className={styles.unfold} onClick={() => onShow({ ...shown, [name]: true })}>
          {t(`compose.${name}`)}
        </Button>
      ),
  );
}
