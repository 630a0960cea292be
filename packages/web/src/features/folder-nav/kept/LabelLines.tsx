import type { LabelFace } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { LabelDot } from "../../../mail-ui/LabelChips.tsx";
import { LabelForm } from "../../../mail-ui/labels/LabelForm.tsx";
import { removeWithUndo } from "../../../mail-ui/labels/remove-label.ts";
import { useLabelCounts } from "../../../store/labels/label-counts.ts";
import { labelKeyword } from "../../../store/labels/labels.ts";
import { useShownLabels } from "../../../store/labels/label-places.ts";
import { labelLines } from "../../../store/labels/label-tree.ts";
import { MenuItem } from "../../../ui/Menu.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import { useLabelDrop } from "../use-label-drop.ts";
import type { NavLinesProps } from "../PageLine.tsx";
import { KeptGroup } from "./KeptGroup.tsx";
import styles from "./KeptGroup.module.css";
import { KeptLine } from "./KeptLine.tsx";

/** The tree of labels with their unread letters. */
export function LabelLines(props: NavLinesProps) {
  const { t } = useTranslation();
  const labels = useShownLabels();
  const [params] = useSearchParams();
  const [edited, setEdited] = useState<LabelFace>();
  const open = labelKeyword(params.get("label") ?? "");
  if (labels.length === 0) return null;
  return (
    <KeptGroup group="labels" name={t("labels.title")}>
      {labelLines(labels).map(({ label, depth }) => (
        <LabelLine
          key={label.id}
          {...props}
          label={label}
          depth={depth}
          isPage={label.keyword === open}
          onEdit={() => setEdited(label)}
        />
      ))}
      {edited && <LabelForm label={edited} onDone={() => setEdited(undefined)} />}
    </KeptGroup>
  );
}

interface LabelLineProps extends NavLinesProps {
  label: LabelFace;
  depth: number;
  isPage: boolean;
  onEdit: () => void;
}

function LabelLine({ label, isPage, onEdit, ...props }: LabelLineProps) {
  const { t } = useTranslation();
  const drop = useLabelDrop(label);
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    // Before it is gone: its page would be a 404.
    if (isPage) await navigate("/inbox?letters=all", { replace: true });
    await removeWithUndo(label);
  };
  const { unreadEmails: unread = 0 } = useLabelCounts().get(label.id) ?? {};
  const menu = (
    <>
      <MenuItem icon="pencil" onClick={onEdit}>
        {t("labels.edit")}
      </MenuItem>
      <MenuItem icon="trash" danger onClick={() => void remove()}>
        {t("labels.remove")}
      </MenuItem>
    </>
  );
  return (
    <KeptLine
      {...props}
      address={`/all?label=${label.id}`}
      label={visibleText(label.name)}
      icon={
        <span className={styles.dotIcon}>
          <LabelDot label={label} />
        </span>
      }
      isPage={isPage}
      count={unread}
      countText={t("shell.unread", { count: unread })}
      isUnread={unread > 0}
      drop={drop}
      menu={menu}
    />
  );
}
