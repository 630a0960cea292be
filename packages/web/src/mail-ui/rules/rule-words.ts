/** A rule in a sentence. */
import { useTranslation } from "react-i18next";
import { useRuleAccount } from "../../store/rules/rule-account.ts";
import type { Condition, Rule } from "../../store/rules/rule-script.ts";
import { visibleText } from "../../ui/visible-text.ts";
import { useFolderNames } from "./folder-names.ts";

export interface RuleWords {
  condition(condition: Condition): string;
  conditions(rule: Rule): string;
  actions(rule: Rule): string;
}

export function useRuleWords(): RuleWords {
  const { t } = useTranslation();
  const { labels, mailboxes } = useRuleAccount();
  const nameOf = useFolderNames();
  const condition = (each: Condition): string => {
    if (each.kind === "file") return t("rules.fields.file");
    if (each.kind === "larger") return t("rules.said.larger", { size: each.size });
    return t("rules.said.text", { field: t(`rules.fields.${each.kind}`), text: visibleText(each.text) });
  };
  const folderOf = ({ folder }: Rule): string => {
    const mailbox = mailboxes.find(({ id }) => id === folder?.id);
    return mailbox ? nameOf(mailbox) : visibleText(folder?.path ?? "");
  };
  return {
    condition,
    conditions: ({ conditions, needsAll }) =>
      t("rules.said.all", {
        conditions: conditions.map(condition).join(t(needsAll ? "rules.said.and" : "rules.said.or")),
      }),
    actions: (rule) =>
      [
        ...(rule.toTrash ? [t("rules.said.toTrash")] : []),
        ...(rule.folder && !rule.toTrash ? [t("rules.said.folder", { name: folderOf(rule) })] : []),
        ...(rule.isRead ? [t("rules.said.isRead")] : []),
        ...(rule.isFlagged ? [t("rules.said.isFlagged")] : []),
        ...rule.labels.map((keyword) =>
          t("rules.said.label", {
            name: visibleText(labels.find((label) => label.keyword === keyword)?.name ?? keyword),
          }),
        ),
        ...(rule.redirect === undefined ? [] : [t("rules.said.redirect", { address: visibleText(rule.redirect) })]),
        ...(rule.reject === undefined ? [] : [t("rules.said.reject", { text: visibleText(rule.reject) })]),
        ...(rule.stops ? [t("rules.said.stops")] : []),
      ].join(", "),
  };
}
