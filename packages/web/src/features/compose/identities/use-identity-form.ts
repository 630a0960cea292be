import type { EmailAddress, Identity } from "@pismo/jmap";
import type { Node } from "prosemirror-model";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type AccountInfo, notify } from "../../../store/index.ts";
import { createIdentity, type GivenIdentity, updateIdentities } from "../../../store/drafts/writing.ts";
import { recordsOf } from "../../../store/records/records.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { fromHtml, fromText, toHtml, toText } from "../editor/html.ts";
import { putTogether, type SignaturePicture, takenApart } from "../sender/signature-pictures.ts";
import { isEmptyDocument } from "../editor/schema.ts";
import { formatRecipient, isValidAddress, parseRecipients } from "../recipients/recipients.ts";
import { identityProblem } from "./identity-problem.ts";
import { type SignaturePictures, useSignaturePictures } from "./use-signature-pictures.ts";

interface IdentityFields {
  name: string;
  email: string;
  replyTo: string;
  bcc: string;
}

type FieldProblems = Partial<Record<"email" | "replyTo" | "bcc", string>>;

export interface IdentityFormState {
  /** The signature as it was. */
  doc: Node;
  fields: IdentityFields;
  isChanged: boolean;
  change(changed: Partial<IdentityFields>): void;
  setDoc(doc: Node): void;
  /** As the signature is now. */
  signature: SignaturePictures;
  problem: string | undefined;
  problems: FieldProblems;
  isSaving: boolean;
  save(): Promise<void>;
}

const lineOf = (addresses: EmailAddress[] | null | undefined): string =>
  (addresses ?? []).map(formatRecipient).join(", ");

interface BegunSignature {
  doc: Node;
  pictures: readonly SignaturePicture[];
}

function signatureOf(identity: Identity | undefined): BegunSignature {
  if (!identity?.htmlSignature.trim()) return { doc: fromText(identity?.textSignature ?? ""), pictures: [] };
  const { html, pictures } = takenApart(identity.htmlSignature);
  return { doc: fromHtml(html), pictures };
}

const listIn = (line: string): EmailAddress[] | null => (line.trim() === "" ? null : parseRecipients(line));

function givenIn(
  { name, email, replyTo, bcc }: IdentityFields,
  doc: Node,
  pictures: readonly SignaturePicture[],
): GivenIdentity {
  const isUnsigned = isEmptyDocument(doc);
  return {
    name: name.trim(),
    email: email.trim(),
    replyTo: listIn(replyTo),
    bcc: listIn(bcc),
    textSignature: isUnsigned ? "" : toText(doc).trimEnd(),
    htmlSignature: isUnsigned ? "" : putTogether(toHtml(doc), pictures),
  };
}

/** The first address of each field that is none. */
function wrongIn({ email, replyTo, bcc }: GivenIdentity): [keyof FieldProblems, string][] {
  const all = { email: [{ email }], replyTo: replyTo ?? [], bcc: bcc ?? [] };
  return (["email", "replyTo", "bcc"] as const).flatMap((name): [keyof FieldProblems, string][] => {
    const wrong = all[name].find((address) => !isValidAddress(address.email));
    return wrong ? [[name, wrong.email]] : [];
  });
}

export function useIdentityForm(
  { accountId }: AccountInfo,
  identity: Identity | undefined,
  onDone: () => void,
): IdentityFormState {
  const { t } = useTranslation();
  const [begun] = useState(() => signatureOf(identity));
  const [doc, setDoc] = useState(begun.doc);
  const [problem, setProblem] = useState<string>();
  const signature = useSignaturePictures(begun.pictures, doc, setProblem);
  const [start] = useState<IdentityFields>(() => ({
    name: identity?.name ?? "",
    email: identity?.email ?? "",
    replyTo: lineOf(identity?.replyTo),
    bcc: lineOf(identity?.bcc),
  }));
  const [fields, setFields] = useState(start);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [isSaving, setSaving] = useState(false);

  const store = async (given: GivenIdentity): Promise<void> => {
    const records = recordsOf(accountId);
    if (!identity) return createIdentity(given, records);
    const { email: _, textSignature, htmlSignature, ...rest } = given;
    // What another client has made of it stays as it is while nothing is written.
    const signed = doc.eq(begun.doc) ? {} : { textSignature, htmlSignature };
    return updateIdentities({ [identity.id]: { ...rest, ...signed } }, records);
  };

  return {
    doc: begun.doc,
    signature,
    fields,
    isChanged: !doc.eq(begun.doc) || JSON.stringify(fields) !== JSON.stringify(start),
    change(changed) {
      setFields({ ...fields, ...changed });
      setProblem(undefined);
      setProblems({});
    },
    setDoc,
    problem,
    problems,
    isSaving,
    async save() {
      const given = givenIn(fields, doc, signature.all());
      const wrong = wrongIn(given);
      setProblems(
        Object.fromEntries(wrong.map(([name, address]) => [name, t("identities.problem.address", { address })])),
      );
      if (wrong.length > 0) return;
      setSaving(true);
      try {
        await store(given);
        notify({ key: "identities.saved", values: { address: visibleText(given.email) } });
        onDone();
      } catch (error) {
        setSaving(false);
        setProblem(identityProblem(error, t));
      }
    },
  };
}
