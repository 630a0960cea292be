import { useTranslation } from "react-i18next";
import type { Proposals } from "../../store/rules/proposals.ts";
import type { Condition } from "../../store/rules/rule-script.ts";
import { Labelled, Select } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";

export type Proposal = Proposals["conditions"][number];

export interface ProposalFieldProps {
  id: string;
  proposals: readonly Proposal[];
  /** Those of the rule now. */
  conditions: readonly Condition[];
  onChoose: (condition: Proposal) => void;
}

/** Which letters are meant by "like this one". */
export function ProposalField({ id, proposals, conditions, onChoose }: ProposalFieldProps) {
  const { t } = useTranslation();
  const [condition, ...others] = conditions;
  const chosen =
    condition && others.length === 0
      ? proposals.findIndex(
          ({ kind, text }) => kind === condition.kind && "text" in condition && text === condition.text,
        )
      : -1;
  const words = ({ kind, text }: Proposal): string => {
    const shown = { text: visibleText(text) };
    if (kind === "list") return t("rules.likeThis.list", shown);
    return kind === "subject" ? t("rules.likeThis.subject", shown) : t("rules.likeThis.address", shown);
  };
  return (
    <Labelled id={id} label={t("rules.like")}>
      <Select
        id={id}
        value={chosen < 0 ? "" : String(chosen)}
        onChange={({ target: { value } }) => {
          const proposal = proposals[Number(value)];
          if (proposal) onChoose(proposal);
        }}
      >
        {proposals.map((proposal, index) => (
          <option key={proposal.kind} value={index}>
            {words(proposal)}
          </option>
        ))}
        {chosen < 0 && <option value="">{t("rules.likeThis.own")}</option>}
      </Select>
    </Labelled>
  );
}
