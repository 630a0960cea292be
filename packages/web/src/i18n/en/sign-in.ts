import type { Translation } from "../catalogue.ts";
import type { signIn as russian } from "../ru/sign-in.ts";

export const signIn: Translation<typeof russian> = {
  title: "Sign in to your mail",
  name: "Name or address",
  password: "Password",
  submit: "Sign in",
  busy: "Signing in…",
  connecting: "Connecting to the server…",
  again: "Sign in again",
  againText: "You have signed out, or your session is over. What you are writing stays where it is.",
  nameMissing: "Enter your name or address",
  passwordMissing: "Enter your password",
  wrong: "The name or the password is wrong",
  wait_one: "Too many attempts. Try again in {{count}} second",
  wait_other: "Too many attempts. Try again in {{count}} seconds",
  mailServer: "The mail server does not answer. Try again later",
  unreachable: "The server cannot be reached. Check your network and try again",
  provider: {
    with: "Sign in with {{name}}",
    again: "Sign in with {{name}} again",
    going: "Going to {{name}}…",
    away: "{{name}} does not answer. Try again later",
    answering: "Finishing the sign-in…",
    failed: "The sign-in did not work",
    toMail: "To the letters",
    retry: "To the sign-in page",
    added: "{{address}} is added: its letters are coming",
    renewed: "You are signed in: {{address}} is kept up to date again",
    problem: {
      expired: "The sign-in was not begun in this browser, or too long ago. Begin it again",
      denied: "Access to the mail was not allowed. If you change your mind, sign in again and allow it",
      provider:
        "The provider did not answer as it should. Try again, and if that does not help, tell the administrator",
      mailServer: "The mail server does not answer. Try again later",
      otherAddress:
        "The mail server did not take this sign-in. Check that you signed in at the provider with the same address",
      noAddress: "The provider did not tell your address. Tell the administrator",
      taken: "There is a mailbox with this address here already",
    },
  },
};
