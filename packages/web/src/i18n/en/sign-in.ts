import type { Translation } from "../catalogue.ts";
import type { signIn as russian } from "../ru/sign-in.ts";

export const signIn: Translation<typeof russian> = {
  title: "Sign in to your mail",
  name: "Name or address",
  password: "Password",
  submit: "Sign in",
  busy: "Signing in…",
  connecting: "Connecting to the server…",
  signOut: "Sign out",
  again: "Sign in again",
  againText: "You have signed out, or your session is over. What you are writing stays where it is.",
  nameMissing: "Enter your name or address",
  passwordMissing: "Enter your password",
  wrong: "The name or the password is wrong",
  wait_one: "Too many attempts. Try again in {{count}} second",
  wait_other: "Too many attempts. Try again in {{count}} seconds",
  mailServer: "The mail server does not answer. Try again later",
  notOut: "You are not signed out: the server cannot be reached. Try again",
  unreachable: "The server cannot be reached. Check your network and try again",
};
