/** Parses every enormous message in a process with bounded memory. */
import { parseMessage } from "../../src/mime/parse/parse.ts";
import { enormousMessages } from "./enormous-messages.ts";

for (const [what, make] of Object.entries(enormousMessages)) {
  const bytes = Buffer.from(make(), "latin1");
  const { structure, preview } = parseMessage(bytes);
  // As the store keeps it
  const derivedBytes = JSON.stringify(structure).length + preview.length;
  process.send?.({ what, derivedBytes, peak: process.resourceUsage().maxRSS * 1024 });
}
