import type { MailServerDiscoverResult } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useShowAccount } from "../../../mail-ui/use-show-account.ts";
import { notify } from "../../../store/index.ts";
import { providerOf } from "../../../store/session/provider-sign-in.ts";
import { addAccount, discoverServers } from "../../../store/session/account-setup.ts";
import {
  domainOf,
  emailProblem,
  hostOf,
  serversOf,
  serversProblem,
  withServers,
  withUsualServers,
} from "./account-draft.ts";
import type { AccountForm } from "./use-account-form.ts";

export interface AddingAccount {
  /** The result of discovery for the typed address. */
  answer: MailServerDiscoverResult | undefined;
  /** The servers are typed in. */
  isManual: boolean;
  /** They sign in elsewhere and come back: no password is wanted here. */
  isElsewhere: boolean;
  /** The servers are known: the next step adds the account. */
  canAdd: boolean;
  openFields(): void;
  submit(): void;
}

/** The two steps to an account: its servers are found or typed in, and it is added. */
export function useAddingAccount(account: AccountForm, onDone: () => void): AddingAccount {
  const { t } = useTranslation();
  const showAccount = useShowAccount();
  const { draft, replace, refuse, run } = account;
  const [answer, setAnswer] = useState<MailServerDiscoverResult>();
  const [isManual, setManual] = useState(false);
  const email = draft.email.trim();
  // What was found is for one address; with another one it is looked for again.
  const current = answer?.email === email ? answer : undefined;
  const canAdd = isManual || Boolean(current?.found);
  const isElsewhere = !isManual && current !== undefined && providerOf(email) !== undefined;

  const discover = (): void => {
    void run(t("servers.looking", { domain: domainOf(email) }), async (signal) => {
      const found = providerOf(email) ? { email, found: null, provider: null } : await discoverServers(email, signal);
      setAnswer(found);
      if (found.found) replace(withServers(draft, found.found));
      else if (!providerOf(email)) openFields();
    });
  };
  const openFields = (): void => {
    if (!current?.found) replace(withUsualServers(draft));
    setManual(true);
  };
  const add = (): void => {
    const servers = serversOf(draft);
    if (draft.password === "") return refuse({ field: "password", text: t("servers.missing.password") });
    const wrong = serversProblem(draft, t);
    if (wrong) return refuse(wrong);
    void run(t("servers.trying", { host: hostOf(servers) }), async (signal) => {
      let accountId;
      try {
        accountId = await addAccount({ name: draft.name.trim(), email, password: draft.password, ...servers }, signal);
      } catch (error) {
        // It is shown beside the field.
        if (!signal.aborted) setManual(isManual || isAboutServers(error));
        throw error;
      }
      onDone();
      await showAccount(accountId);
      notify({ key: "servers.added", values: { email } });
    });
  };
  const submit = (): void => {
    const wrong = emailProblem(draft, t);
    if (wrong) return refuse(wrong);
    if (canAdd) add();
    else discover();
  };
  return { answer: current, isManual, isElsewhere, canAdd, openFields, submit };
}

const isAboutServers = (error: unknown): boolean => {
  const { error: refusal } = error as { error?: { problem?: { kind: string } } };
  return refusal?.problem !== undefined && !/^(wrongPassword|appPassword|oauth)$/.test(refusal.problem.kind);
};
