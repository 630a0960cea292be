import type { Id } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { type ActionContext, answerActions, only } from "../../actions/index.ts";
import { runAction } from "../../actions/run-action.ts";
import { Button } from "../../ui/Button.tsx";
import { asIconName } from "../../ui/icons.ts";
import styles from "./Answers.module.css";

/** Reply, reply all, forward; for a draft, going on with it. */
export function Answers({ id, folder }: { id: Id; folder: string }) {
  const { t } = useTranslation();
  const context: ActionContext = { selection: only(id), folder };
  return (
    <div className={styles.answers}>
      {answerActions
        .filter((action) => action.isAvailable(context))
        .map((action) => (
          <Button key={action.id} icon={asIconName(action.icon)} onClick={() => runAction(action, context)}>
            {t(action.labelKey)}
          </Button>
        ))}
    </div>
  );
}
