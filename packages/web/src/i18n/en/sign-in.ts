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
  againText: "You have signed out, or your session has ended. Your unsent letter is safe.",
  nameMissing: "Enter your name or address",
  passwordMissing: "Enter your password",
  wrong: "The name or the password is wrong",
  disabled: "The administrator has disabled this mailbox. Ask them to enable it again",
  wait_one: "Too many attempts. Try again in {{count}} second",
  wait_other: "Too many attempts. Try again in {{count}} seconds",
  mailServer: "The mail server does not respond. Try again later",
  unreachable: "The server cannot be reached. Check your network and try again",
  link: {
    title: "Pismo does not know this browser",
    text: "Pismo opens by itself only to the person who started it, and it could not tell that this is you. Open the address here that Pismo printed when it was started, or have a new one printed:",
    once: "The address works once, within an hour. Pismo remembers the browser then.",
    again: "Try again",
    stillOut: "Pismo still does not know this browser",
  },
  provider: {
    with: "Sign in with {{name}}",
    again: "Sign in with {{name}} again",
    going: "Going to {{name}}…",
    away: "{{name}} does not respond. Try again later",
    answering: "Finishing the sign-in…",
    failed: "The sign-in failed",
    toMail: "Go to mail",
    retry: "Go to the sign-in page",
    added: "{{address}} is added: its letters are being downloaded",
    renewed: "You are signed in: {{address}} is kept up to date again",
    problem: {
      expired: "The sign-in was started in another browser, or too long ago. Start again",
      denied: "Access to the mail was not allowed. If you change your mind, sign in again and allow it",
      provider:
        "The provider sent an unexpected response. Try again, and if that does not help, tell the administrator",
      mailServer: "The mail server does not respond. Try again later",
      otherAddress:
        "The mail server rejected this sign-in. Check that you signed in at the provider with the same address",
      noAddress: "The provider did not tell your address. Tell the administrator",
      taken: "A mailbox with this address already exists here",
      disabled: "The administrator has disabled this mailbox. Ask them to enable it again",
    },
  },
};
