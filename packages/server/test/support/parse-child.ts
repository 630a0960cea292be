/** Parses every enormous letter in a process of its own, whose memory is bounded by how it was started. */
import { parseMessage } from "../../src/mime/parse.ts";
import { enormousLetters } from "./enormous-letters.ts";

for (const [what, make] of Object.entries(enormousLetters)) {
  const bytes = Buffer.from(make(), "latin1");
  const { structure, preview } = parseMessage(bytes);
  // As the store keeps it
  const kept = JSON.stringify(structure).length + preview.length;
  process.send?.({ what, kept, peak: process.resourceUsage().maxRSS * 1024 });
}
