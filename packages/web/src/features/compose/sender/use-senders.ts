/** Who may write the Email, who does, and what comes with them. */
import type { Identity, PreferenceValues } from "@pismo/jmap";
import type { EditorView } from "prosemirror-view";
import { useEffect, useEffectEvent, useState } from "react";
import { preferencesOf } from "../../../store/records/preferences.ts";
import type { ComposeSession } from "../session/compose-session.ts";
import type { DraftFields } from "../session/draft-fields.ts";
import type { InitialFields } from "../session/initial-fields.ts";
import { withIdentity } from "./choose-identity.ts";
import type { Senders } from "./senders.ts";
import { exchangeSignatures, signatureFor } from "./signature.ts";
import { picturesFor } from "./signature-pictures.ts";
import { exchangeBelow, signatureBlock } from "./signature-below.ts";

export interface SendersState {
  identities: readonly Identity[];
  /** Another one writes; its signature takes the place of the one before. */
  chooseIdentity(identity: Identity): void;
}

/** @param editor of the text, once it is there */
export function useSenders(start: InitialFields, session: ComposeSession, editor: EditorView | null): SendersState {
  const [identities, setIdentities] = useState(start.identities);

  const chooseIdentity = (identity: Identity): void =>
    session.bring(() => {
      const { fields } = session.get();
      session.files.bring(picturesFor(identity));
      const isBelow = isSignedBelow(fields, preferencesOf(session.get().account.accountId));
      const signatureBelow = isBelow ? exchangeBelow(fields.signatureBelow, fields.identity, identity) : null;
      session.change({ ...withIdentity(fields, identity), signatureBelow });
      const [before, after] = [fields.identity, identity].map((each) => signatureFor(each, fields.isPlain));
      const exchange = !isBelow && editor && after && exchangeSignatures(editor.state, before, after);
      if (exchange) editor.dispatch(exchange);
    });

  const take = useEffectEvent(({ identities: found, identity }: Senders): void => {
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

  return { identities, chooseIdentity };
}

/** Whether another identity's signature has its place below the quote: where this one's is, or would be. */
const isSignedBelow = (
  { signatureBelow, quote, identity }: DraftFields,
  { signatureBelowQuote }: PreferenceValues,
): boolean => signatureBelow !== null || (signatureBelowQuote && quote !== null && signatureBlock(identity) === null);
