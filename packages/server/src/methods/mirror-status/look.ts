import { MIRROR, type MirrorStatusLookArgs } from "@pismo/jmap";
import { askForLook } from "../../store/imap-accounts.ts";
import { checkArguments, id, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";

const shape: Shape<MirrorStatusLookArgs> = { accountId: id };

/** MirrorStatus/look: an extension of ours, see MIRROR. What comes of it is told as a change of the state. */
export const look: Method<"MirrorStatus/look"> = {
  capability: MIRROR,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId }, { context }) {
    await context.store.write((tx) => askForLook(tx, accountId));
    return { accountId };
  },
};
