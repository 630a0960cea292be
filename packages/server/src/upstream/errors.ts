/** What goes wrong with a JMAP engine behind us. The messages are for the log: they name hosts, and no secrets. */

/** It cannot be reached, takes too long, or does not answer as JMAP. */
export class UpstreamAway extends Error {
  override readonly name = "UpstreamAway";
}

/** It no longer takes the person's credential. */
export class CredentialRefused extends Error {
  override readonly name = "CredentialRefused";
}

/** It does not offer this, or only under another origin, where credentials do not go. */
export class NotOffered extends Error {
  override readonly name = "NotOffered";
}
