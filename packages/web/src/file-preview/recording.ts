/** Whether a file is sound or video, by how it begins. Pure. */

/** One character per octet; "?" matches any. */
const beginnings: readonly string[] = [
  ...["ftyp", "moov", "mdat", "wide", "free", "skip"].map((box) => `????${box}`),
  "\x1a\x45\xdf\xa3",
  "OggS",
  "RIFF????WAVE",
  "ID3",
  "fLaC",
];

/** Octets that tell. */
export const RECORDING_START = 12;

/**
 * Of others a browser's player makes what it likes: of a playlist requests for the addresses in it, whatever the type of the
 * file says.
 */
export function isRecording(start: Uint8Array): boolean {
  // MPEG audio has no mark but its frames' (ISO 11172-3): eleven bits.
  if (start[0] === 0xff && (start[1] ?? 0) >= 0xe0) return true;
  const head = String.fromCharCode(...start.subarray(0, RECORDING_START));
  return beginnings.some(
    (beginning) =>
      head.length >= beginning.length && Array.from(beginning).every((char, at) => char === "?" || char === head[at]),
  );
}
