/** What is wrong with the account form, and beside which field it stands. */
export type FieldName = "email" | "password" | "username" | "imap" | "smtp" | "jmap" | "form";

export interface FormProblem {
  field: FieldName;
  text: string;
  /** The server's reply, verbatim. */
  detail?: string;
  help?: { url: string; name: string };
}
