import { expect, test } from "vitest";
import { sendProblemOf } from "./smtp-reply.ts";

test.each([
  ["550 5.1.1 <no@b.example>: Recipient address rejected: User unknown in virtual mailbox table", "noSuchMailbox"],
  ["550-5.1.1 The email account that you tried to reach does not exist.", "noSuchMailbox"],
  ["550 No such user here", "noSuchMailbox"],
  ["550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", "noSuchMailbox"],
  ["550 5.1.2 Host unknown", "noSuchDomain"],
  ["452 4.2.2 The email account that you tried to reach is over quota", "mailboxFull"],
  ["552 5.2.2 Mailbox full", "mailboxFull"],
  ["552 5.3.4 Message size exceeds fixed limit", "tooLarge"],
  ["552 message exceeds the size limit", "tooLarge"],
  ["452 4.5.3 Too many recipients", "tooMany"],
  ["550 5.7.1 Message rejected as spam by content filtering", "spam"],
  ["554 Service unavailable; Client host [192.0.2.1] blocked using zen.example", "spam"],
  ["550 5.7.26 Unauthenticated email is not accepted due to the domain's DMARC policy", "spam"],
  ["554 5.7.1 <a@b.example>: Relay access denied", "notAllowed"],
  ["535 5.7.8 Error: authentication failed", "signIn"],
  ["530 Authentication required", "signIn"],
  ["553 5.6.7 smtp.example does not take addresses with other letters than a to z (SMTPUTF8)", "needsUtf8"],
  ["451 4.7.1 Greylisted, please try again", "busy"],
  ["421 4.3.2 Service shutting down", "busy"],
  ["451 4.4.1 smtp.example: connect ECONNREFUSED 192.0.2.1:587", "unreachable"],
  ["451 4.4.1 smtp.example: self-signed certificate", "certificate"],
  ["451 4.4.2 No answer after the letter was sent: the connection was lost", "inDoubt"],
  ["550 5.4.4 No server is set that takes letters to elsewhere (PISMO_SMTP_URL)", "noServer"],
  ["554 5.6.0 Message content rejected", "other"],
  ["", "other"],
])("[3463] %s", (reply, problem) => {
  expect(sendProblemOf(reply)).toBe(problem);
});
