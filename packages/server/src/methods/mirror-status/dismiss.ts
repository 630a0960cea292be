import { MIRROR, type MirrorStatusDismissArgs } from "@pismo/jmap";
import { removeMirrorRefusals } from "../../store/mirror/mirror-refusals.ts";
import { checkArguments, id, list, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";

const shape: Shape<MirrorStatusDismissArgs> = { accountId: id, refusalIds: list(id) };

/** MirrorStatus/dismiss: an extension of ours, see MIRROR. */
export const dismiss: Method<"MirrorStatus/dismiss"> = {
  capability: MIRROR,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, refusalIds }, { context }) {
    await context.store.write((tx) => removeMirrorRefusals(tx, accountId, refusalIds), { accountId });
    return { accountId };
  },
};
