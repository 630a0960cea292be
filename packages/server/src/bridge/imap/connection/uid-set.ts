/** A sequence set: [1, 2, 3, 7] → "1:3,7". @param uids ascending */
export function uidSet(uids: readonly number[]): string {
  const ranges: string[] = [];
  for (let at = 0; at < uids.length;) {
    let end = at;
    while (end + 1 < uids.length && uids[end + 1] === uids[end]! + 1) end++;
    ranges.push(end === at ? `${uids[at]}` : `${uids[at]}:${uids[end]}`);
    at = end + 1;
  }
  return ranges.join(",");
}

/** Keeps a command well below the 8192 octets that servers accept (RFC 7162 §4). */
export const MAX_UIDS_PER_COMMAND = 400;
