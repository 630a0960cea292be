/** Which of the picked files were not taken, and why, in words. */
import type { TFunction } from "i18next";
import { formatSize } from "../../i18n/numbers.ts";
import type { AttachmentLimits, LeftOut } from "./attachments.ts";

/** @returns `alert`: what has to be heard at once; `note`: what may be read in passing */
export function leftOutText(
  { invalid, tooLarge, tooMuch, isAll }: LeftOut,
  { maxSizeUpload, maxSizeAttachments }: Omit<AttachmentLimits, "types">,
  t: TFunction,
): { alert: string | undefined; note: string | undefined } {
  const large = tooLarge.map(({ name, size }) =>
    t("compose.fileTooLarge", { name, size: formatSize(size), limit: formatSize(maxSizeUpload) }),
  );
  const much = tooMuch.map(({ name, size }) =>
    t("compose.filesTooLarge", { name, size: formatSize(size), limit: formatSize(maxSizeAttachments) }),
  );
  const alerts = [...(isAll ? [t("compose.invalidImages")] : []), ...large, ...much];
  const names = invalid.map(({ name }) => name).join(", ");
  return {
    alert: alerts.length > 0 ? alerts.join("\n") : undefined,
    note: invalid.length > 0 && !isAll ? t("compose.leftOut", { names }) : undefined,
  };
}
