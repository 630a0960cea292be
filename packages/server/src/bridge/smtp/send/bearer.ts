/** Signs in at a submission server with an access token: XOAUTH2, or else OAUTHBEARER (RFC 7628). */
import type SMTPConnection from "nodemailer/lib/smtp-connection";

const encode = (parts: readonly string[]): string => Buffer.from([...parts, "", ""].join("\x01")).toString("base64");

async function signIn({ auth, sendCommand }: SMTPConnection.CustomAuthenticationContext): Promise<true> {
  const { user = "", pass: token = "" } = (auth.credentials ?? {}) as { user?: string; pass?: string };
  const bearer = `auth=Bearer ${token}`;
  let answer = await sendCommand(`AUTH XOAUTH2 ${encode([`user=${user}`, bearer])}`);
  // RFC 4954 §4: unknown mechanism.
  if (answer.status === 504) answer = await sendCommand(`AUTH OAUTHBEARER ${encode([`n,a=${user},`, bearer])}`);
  // The error is in a challenge, which the client has to answer before the refusal.
  if (answer.status === 334) answer = await sendCommand("AQ==");
  if (answer.status !== 235) throw new Error("The server does not take the access token");
  return true;
}

export const bearerHandlers: SMTPConnection.CustomAuthenticationHandlers = { XOAUTH2: signIn };
