/** Asks a submission server about senders by MAIL FROM and RSET (RFC 5321 §4.1.1.2, §4.1.1.5): nothing is sent. */
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { needsUtf8, wireAddress } from "../../../mime/compose/wire-header.ts";

/** nodemailer lets only a sign-in's handler speak to the server. It is none of the server's mechanisms. */
const METHOD = "SENDER-TRIAL";

interface Trial {
  emails: readonly string[];
  /** The refusals by address; null: it was not refused. */
  answers: Map<string, string | null>;
}

async function tryEach({ auth, sendCommand }: SMTPConnection.CustomAuthenticationContext): Promise<true> {
  const { emails, answers } = (auth as { trial?: Trial }).trial ?? { emails: [], answers: new Map() };
  for (const email of emails.filter((each) => !needsUtf8(each))) {
    const { status, response } = await sendCommand(`MAIL FROM:<${wireAddress(email)}>`);
    // 4xx is about this moment (RFC 5321 §4.2.1).
    answers.set(email, status >= 500 ? response : null);
    await sendCommand("RSET");
  }
  return true;
}

export const senderTrialHandlers: SMTPConnection.CustomAuthenticationHandlers = { [METHOD]: tryEach };

/** @param connection that is signed in @param answers get those that come, also before a failure @throws Error of the connection */
export async function trySenders(
  connection: SMTPConnection,
  emails: readonly string[],
  answers: Map<string, string | null>,
): Promise<void> {
  const trial: Trial = { emails, answers };
  await new Promise<void>((resolve, reject) => {
    connection.once("end", () => reject(new Error("The server closed the connection")));
    const asked = { method: METHOD, credentials: { user: "none", pass: "none" }, trial };
    connection.login(asked, (error) => (error ? reject(error) : resolve()));
  });
}
