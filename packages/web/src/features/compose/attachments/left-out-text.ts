/** Which of the picked files were not taken, and why, in words. */
import type { TFunction } from "i18next";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { formatSize } from "../../../i18n/numbers.ts";
import { texts } from "../../../i18n/lazy/pictures.ts";
import type { AttachmentLimits, LeftOut } from "./take-fitting.ts";
import type { MoveProblem } from "./move-file.ts";

addTexts(texts);

/** A file that does not fit beside the others. @param limit octets of all together */
export const tooMuchText = ({ name, size }: { name: string; size: number }, limit: number, t: TFunction): string =>
  t("compose.filesTooLarge", { name, size: formatSize(size), limit: formatSize(limit) });

/** @returns `alert`: what has to be heard at once; `note`: what may be read in passing */
export function leftOutText(
  { invalid, unfit, tooLarge, tooMuch, isAll }: LeftOut,
  { types, maxSizeUpload, maxSizeAttachments }: AttachmentLimits,
  mayWiden: boolean,
  t: TFunction,
): { alert: string | undefined; note: string | undefined } {
  const large = tooLarge.map(({ name, size }) =>
    t("compose.fileTooLarge", { name, size: formatSize(size), limit: formatSize(maxSizeUpload) }),
  );
  const odd = unfit.map(({ file, fault }) => t(`pictures.${fault}`, { name: file.name }));
  const much = tooMuch.map((file) => tooMuchText(file, maxSizeAttachments, t));
  const alerts = [...(isAll ? [t("compose.invalidImages")] : []), ...odd, ...large, ...much];
  const names = invalid.map(({ name }) => name).join(", ");
  const widening = t(mayWiden ? "compose.types.own" : "compose.types.administrator", { types: types?.join(", ") });
  return {
    alert: alerts.length > 0 ? alerts.join("\n") : undefined,
    note: invalid.length === 0 ? undefined : isAll ? widening : `${t("compose.leftOut", { names })}. ${widening}`,
  };
}

/** Why a file stays in its letter. @param limits of the other one */
export function whyNotMoved(problem: MoveProblem, limits: AttachmentLimits, mayWiden: boolean, t: TFunction): string {
  if (typeof problem === "string") return t(`compose.file.${problem}`);
  const { alert, note } = leftOutText({ ...problem, isAll: false }, limits, mayWiden, t);
  return [note, alert].filter(Boolean).join("\n");
}
