import { RequestError, SetFailure } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { failureNumber } from "../../store/index.ts";

/** Says in the person's words why the server did not do what was asked of a folder. */
export function useFolderProblem(): (problem: unknown) => string {
  const { t } = useTranslation();
  return (problem) => {
    const number = failureNumber(problem);
    if (number !== undefined) return t("actions.refused.failed", { number });
    if (problem instanceof TypeError || problem instanceof RequestError) return t("actions.refused.unreachable");
    if (!(problem instanceof SetFailure)) return t("actions.refused.other", { reason: String(problem) });
    const { type, description } = problem.error;
    if (type === "alreadyExists") return t("shell.folders.nameTaken");
    if (type === "forbidden" || type === "overQuota" || type === "mailboxHasChild") return t(`actions.refused.${type}`);
    return t("actions.refused.other", { reason: description ?? type });
  };
}
