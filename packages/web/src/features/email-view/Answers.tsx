import type { Id } from "@pismo/jmap";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type ActionContext, answerActions, only } from "../../actions/index.ts";
import { runAction } from "../../actions/run-action.ts";
import { useAvailable } from "../../actions/use-available.ts";
import { Button } from "../../ui/Button.tsx";
import { anyIcon } from "../../ui/icons/late-icons.ts";
import styles from "./Answers.module.css";

/** Reply, reply all, forward; for a draft, going on with it. */
export function Answers({ id, folder }: { id: Id; folder: string }) {
  const { t } = useTranslation();
  const selection = useMemo(() => only(id), [id]);
  const context: ActionContext = { selection, folder };
  const available = useAvailable(answerActions, context);
  // What has not gone out has other buttons.
  if (available.length === 0) return null;
  return (
    <div className={styles.answers}>
      {available.map((action) => (
        <Button key={action.id} icon={anyIcon(action.icon)} onClick={() => runAction(action, context)}>
          {t(action.labelKey)}
        </Button>
      ))}
    </div>
  );
}
