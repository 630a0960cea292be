import { DRAFT, SUBMIT_PENDING } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { type FullEmail, openCompose } from "../../../store/index.ts";
import { useIsFromOwn } from "../../../store/submissions/from-own.ts";
import { useMayRedirect } from "../../../store/submissions/redirect.ts";
import { MenuItem } from "../../../ui/Menu.tsx";
import { isOwnLetter } from "../genuine/own-letter.ts";
import { originalUrl } from "./original-url.ts";
import { lateIcons } from "../../../ui/icons/late-icons.ts";

/** A link that is not on the page saves as well: a menu holds nothing but entries. */
function download(email: FullEmail): void {
  const link = document.createElement("a");
  link.href = originalUrl(email);
  link.download = "";
  link.click();
}

export interface OriginalItemsProps {
  email: FullEmail;
  onSource: () => void;
  onGenuine: () => void;
}

/** Entries for the Email as it came. */
export function OriginalItems({ email, onSource, onGenuine }: OriginalItemsProps) {
  const { t } = useTranslation();
  const mayRedirect = useMayRedirect(email);
  const isFromOwn = useIsFromOwn(email);
  const isOver = !email.keywords[DRAFT] && !email.keywords[SUBMIT_PENDING];
  return (
    <>
      <MenuItem icon="pencil" onClick={() => openCompose({ kind: "asNew", emailId: email.id })}>
        {t("letter.editAsNew")}
      </MenuItem>
      {/* A draft has fields that are its writer's own. */}
      {isOver && (
        <MenuItem icon={lateIcons.forward} onClick={() => openCompose({ kind: "asFile", emailId: email.id })}>
          {t("letter.forwardAsFile")}
        </MenuItem>
      )}
      {isFromOwn && isOver && (
        <MenuItem icon={lateIcons.resend} onClick={() => openCompose({ kind: "resend", emailId: email.id })}>
          {t("letter.resend")}
        </MenuItem>
      )}
      {mayRedirect && isOver && (
        <MenuItem icon={lateIcons.redirect} onClick={() => openCompose({ kind: "redirect", emailId: email.id })}>
          {t("letter.redirect")}
        </MenuItem>
      )}
      {!isOwnLetter(email) && (
        <MenuItem icon={lateIcons.info} onClick={onGenuine}>
          {t("letter.genuine")}
        </MenuItem>
      )}
      <MenuItem icon={lateIcons.eye} onClick={onSource}>
        {t("reading.source.title")}
      </MenuItem>
      <MenuItem icon={lateIcons.download} onClick={() => download(email)}>
        {t("letter.downloadOriginal")}
      </MenuItem>
    </>
  );
}
