import { useTranslation } from "react-i18next";
import type { FullEmail } from "../../../store/index.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import { warningsOf } from "./sender-warnings.ts";
import { useSenderTrust } from "./use-sender-trust.ts";
import styles from "./SenderWarnings.module.css";
import { lateIcons } from "../../../ui/icons/late-icons.ts";

/** Warnings below a sender that may be forged. */
export function SenderWarnings({ email }: { email: FullEmail }) {
  const { t } = useTranslation();
  const [trust] = useSenderTrust(email.id);
  const warnings = warningsOf(email, trust?.authentication);
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label={t("letter.warnings.label")}>
      {warnings.map((warning) => (
        <li key={warning.kind}>
          <Icon icon={lateIcons.info} />
          <span>
            {warning.kind === "lookalike"
              ? t("reading.lookalike", { address: visibleText(warning.address), real: warning.real })
              : t(`letter.warnings.${warning.kind}`, {
                  address: visibleText(warning.address),
                  named: warning.kind === "otherAddress" ? visibleText(warning.named) : "",
                })}
          </span>
        </li>
      ))}
    </ul>
  );
}
