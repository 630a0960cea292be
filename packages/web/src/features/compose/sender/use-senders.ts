/** Who may write the Email, who does, and what comes with them. */
import { type Id, type Identity, type PreferenceValues, SetFailure } from "@pismo/jmap";
import type { EditorView } from "prosemirror-view";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../mail-ui/failure-reason.ts";
import { type AccountInfo, notify } from "../../../store/index.ts";
import { loadIdentities, mainAmong } from "../../../store/drafts/writing.ts";
import { preferencesOf } from "../../../store/records/preferences.ts";
import { recordsOf } from "../../../store/records/records.ts";
import type { ComposeSession } from "../session/compose-session.ts";
import type { DraftFields } from "../session/draft-fields.ts";
import type { InitialFields } from "../session/initial-fields.ts";
import { identityElsewhere, withIdentity } from "./choose-identity.ts";
import type { Senders } from "./senders.ts";
import { exchangeSignatures, signatureFor } from "./signature.ts";
import { picturesFor } from "./signature-pictures.ts";
import { exchangeBelow, signatureBlock } from "./signature-below.ts";

export interface SendersState {
  identities: readonly Identity[];
  /** Another one writes; its signature takes the place of the one before. */
  chooseIdentity(identity: Identity): void;
  /** Who wrote in accounts that were left, by account: they write again where the letter is given back. */
  earlier: ReadonlyMap<Id, Identity>;
  /** Another account writes: under the address it wrote under before, the same one, or its own. */
  chooseAccount(account: AccountInfo): Promise<void>;
}

/** @param editor of the text, once it is there */
export function useSenders(start: InitialFields, session: ComposeSession, editor: EditorView | null): SendersState {
  const { t } = useTranslation();
  const [identities, setIdentities] = useState(start.identities);
  const [earlier, setEarlier] = useState<ReadonlyMap<Id, Identity>>(new Map());

  const exchange = (identity: Identity): void => {
    const { fields } = session.get();
    session.files.bring(picturesFor(identity));
    const isBelow = isSignedBelow(fields, preferencesOf(session.get().account.accountId));
    const signatureBelow = isBelow ? exchangeBelow(fields.signatureBelow, fields.identity, identity) : null;
    session.change({ ...withIdentity(fields, identity), signatureBelow });
    const [before, after] = [fields.identity, identity].map((each) => signatureFor(each, fields.isPlain));
    const exchanged = !isBelow && editor && after && exchangeSignatures(editor.state, before, after);
    if (exchanged) editor.dispatch(exchanged);
  };

  const chooseIdentity = (identity: Identity): void => session.bring(() => exchange(identity));

  const chooseAccount = async (account: AccountInfo): Promise<void> => {
    const { account: left, fields } = session.get();
    const before = fields.identity;
    try {
      await session.move(account, async () => {
        const found = await loadIdentities(recordsOf(account.accountId));
        const identity = identityElsewhere(found, account.email, {
          before,
          isAlias: before?.id !== mainAmong(identities, left.email)?.id,
          earlier: earlier.get(account.accountId)?.id,
        });
        if (!identity) throw new SetFailure({ type: "forbiddenFrom" });
        return () => {
          if (before) setEarlier(new Map(earlier).set(left.accountId, before));
          exchange(identity);
          setIdentities(found);
        };
      });
    } catch (error) {
      notify({
        key: "compose.notMoved",
        values: { account: account.email, reason: reasonOf(error, t) },
        tone: "error",
      });
    }
  };

  const [begun] = useState(() => session.get().account);
  const take = useEffectEvent(({ identities: found, identity }: Senders): void => {
    if (session.get().account !== begun) return;
    setIdentities(found);
    if (!identity || session.get().fields.identity) return;
    if (start.writtenAs) session.identify(identity);
    else chooseIdentity(identity);
  });
  const isThere = editor !== null;
  useEffect(() => {
    if (!isThere) return undefined;
    let isOver = false;
    void start.later?.then((found) => {
      if (found && !isOver) take(found);
    });
    return () => {
      isOver = true;
    };
  }, [start, isThere]);

  return { identities, earlier, chooseIdentity, chooseAccount };
}

/** Whether another identity's signature has its place below the quote: where this one's is, or would be. */
const isSignedBelow = (
  { signatureBelow, quote, identity }: DraftFields,
  { signatureBelowQuote }: PreferenceValues,
): boolean => signatureBelow !== null || (signatureBelowQuote && quote !== null && signatureBlock(identity) === null);
