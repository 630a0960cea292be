/** Asks before a letter goes, where there is something to ask. */
import { useState } from "react";
import { knownAddresses, type SendTime } from "../../../store/drafts/writing.ts";
import { preferencesOf } from "../../../store/records/preferences.ts";
import { distinctRecipients } from "../recipients/recipients.ts";
import type { ComposeSession } from "../session/compose-session.ts";
import type { InitialFields } from "../session/initial-fields.ts";
import { type Questions, questionsFor } from "./questions.ts";

export interface Asking {
  questions: Questions;
  back(): void;
  send(): void;
  hide(): void;
}

export interface AskingState {
  /** What the person is asked. */
  asking: Asking | undefined;
  /** @returns whether there is something to ask: the letter goes once the person has said so */
  ask(time: SendTime | undefined): boolean;
}

export function useAsking(
  session: ComposeSession,
  start: InitialFields,
  accountId: string,
  sendOff: (time: SendTime | undefined) => Promise<void>,
): AskingState {
  const [asked, setAsked] = useState<{ questions: Questions; time: SendTime | undefined }>();
  return {
    ask(time) {
      const { fields, attachments, isSending } = session.get();
      const besideText = attachments.filter(({ cid }) => cid === undefined);
      const isAnswer = start.inReplyTo !== null;
      const questions = questionsFor(fields, besideText, isAnswer, preferencesOf(accountId), {
        answered: start.people,
        book: knownAddresses(),
      });
      if (!questions || isSending) return false;
      setAsked({ questions, time });
      return true;
    },
    asking: asked && {
      questions: asked.questions,
      back: () => setAsked(undefined),
      send() {
        setAsked(undefined);
        void sendOff(asked.time);
      },
      hide() {
        setAsked(undefined);
        const { to, cc, bcc } = session.get().fields;
        session.change({ to: [], cc: [], bcc: distinctRecipients([...bcc, ...to, ...cc]) });
      },
    },
  };
}
