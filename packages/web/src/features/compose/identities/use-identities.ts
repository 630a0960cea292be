import type { Identity } from "@pismo/jmap";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../mail-ui/failure-reason.ts";
import { type AccountInfo, notify } from "../../../store/index.ts";
import { createIdentity, destroyIdentity, loadIdentities } from "../../../store/drafts/writing.ts";
import { recordsOf } from "../../../store/records/records.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { identityProblem } from "./identity-problem.ts";

export interface IdentitiesState {
  identities: readonly Identity[];
  problem: string | undefined;
  reload(): void;
  /** With Undo, which makes the same again. */
  remove(identity: Identity): Promise<void>;
}

export function useIdentities({ accountId }: AccountInfo): IdentitiesState {
  const { t } = useTranslation();
  const [identities, setIdentities] = useState<readonly Identity[]>([]);
  const [problem, setProblem] = useState<string>();
  const reload = useCallback((): void => {
    loadIdentities(recordsOf(accountId)).then(
      (loaded) => setIdentities([...loaded]),
      (error: unknown) => setProblem(t("identities.problem.notLoaded", { reason: reasonOf(error, t) })),
    );
  }, [accountId, t]);
  useEffect(reload, [reload]);

  const bringBack = ({ name, email, replyTo, bcc, textSignature, htmlSignature }: Identity): void => {
    const given = { name, email, replyTo, bcc, textSignature, htmlSignature };
    createIdentity(given, recordsOf(accountId)).then(reload, (error: unknown) => setProblem(identityProblem(error, t)));
  };
  return {
    identities,
    problem,
    reload,
    async remove(identity) {
      setProblem(undefined);
      try {
        await destroyIdentity(identity.id, recordsOf(accountId));
        const values = { address: visibleText(identity.email) };
        notify({ key: "identities.removed", values, undo: () => bringBack(identity) });
      } catch (error) {
        setProblem(identityProblem(error, t));
      }
      reload();
    },
  };
}
