/** The letters that are written at the same time: one in the popup, the others minimised. Pure. */
import type { ComposeRequest, LetterRequest } from "../../../store/index.ts";
import type { ReturnedLetter } from "../../../store/drafts/minimised.ts";

export interface Letter {
  /** The serial of the request that opened it. */
  id: number;
  request: LetterRequest;
  /** Of the form as it is now. */
  subject: string;
  /** Sent, discarded or closed: its popup only fades. */
  isOver: boolean;
  /** A moment; undefined: it never was. */
  minimisedAt?: number;
}

type Asked = ComposeRequest & { serial: number };

export const idOf = (request: Asked): number => (request.kind === "minimised" ? request.id : request.serial);

/** All that have a form: the minimised ones, and the one that is asked for. */
export function lettersOf(minimised: readonly Letter[], request: Asked): readonly Letter[] {
  const id = idOf(request);
  const known = minimised.filter((letter) => !letter.isOver || letter.id === id);
  const isKnown = known.some((letter) => letter.id === id);
  if (request.kind === "minimised" || request.kind === "redirect" || request.kind === "resend") return known;
  return isKnown ? known : [...known, { id, request, subject: "", isOver: false }];
}

/** It stays, with its form, when the popup closes. */
export const withMinimised = (
  minimised: readonly Letter[],
  letter: Letter,
  subject: string,
  minimisedAt: number,
): Letter[] => [
  ...minimised.filter(({ id, isOver }) => id !== letter.id && !isOver),
  { ...letter, subject, isOver: false, minimisedAt },
];

/** Those of an earlier page stand where they stood. */
export const withReturned = (minimised: readonly Letter[], returned: readonly ReturnedLetter[]): Letter[] =>
  [...minimised, ...returned.map((letter) => ({ ...letter, isOver: false }))].sort(
    (one, other) => (one.minimisedAt ?? 0) - (other.minimisedAt ?? 0),
  );

/** It is over, and stays for as long as its popup fades. */
export const withEnded = (minimised: readonly Letter[], over: number): Letter[] =>
  minimised.map((letter) => (letter.id === over ? { ...letter, isOver: true } : letter));
