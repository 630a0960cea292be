import { MIRROR, type MirrorStatusLookArgs } from "@pismo/jmap";
import { requestSyncPass } from "../../store/mirror/imap-accounts.ts";
import { checkArguments, id, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";

const shape: Shape<MirrorStatusLookArgs> = { accountId: id };

/** MirrorStatus/look: an extension of ours, see MIRROR. The result arrives as a change of state. */
export const look: Method<"MirrorStatus/look"> = {
  capability: MIRROR,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId }, { context }) {
    await context.store.write((tx) => requestSyncPass(tx, accountId), { accountId });
    return { accountId };
  },
};
