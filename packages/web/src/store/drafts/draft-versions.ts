/** When the versions of an Email were begun: by that this browser knows one of its own again, though no answer came. */

/** When an Email's last version was dated, in seconds: each is newer than the one before. */
const lastVersions = new Map<string, number>();
/** The dates of versions that were sent to the server and of which no answer came. */
const unanswered = new Map<string, readonly number[]>();

/**
 * A moment for the next version, after that of the one before, in whole seconds: the newest must be certain. Who has it
 * from here knows the version again though no answer comes.
 */
export function beginVersion(messageId: string): number {
  const version = Math.max(Math.floor(Date.now() / 1000), (lastVersions.get(messageId) ?? 0) + 1);
  recallVersions(messageId, [version]);
  return version;
}

/** The dates of versions that were begun, and of which one may be the draft. */
export const versionsOf = (messageId: string): readonly number[] => unanswered.get(messageId) ?? [];

/** Knows the versions that a page before this one began to save. */
export function recallVersions(messageId: string, begun: readonly number[]): void {
  lastVersions.set(messageId, Math.max(lastVersions.get(messageId) ?? 0, ...begun));
  unanswered.set(messageId, [...new Set([...versionsOf(messageId), ...begun])]);
}

/** The newest version is known to have been saved. */
export const forgetVersions = (messageId: string): boolean => unanswered.delete(messageId);
