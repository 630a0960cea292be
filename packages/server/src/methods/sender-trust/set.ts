import { REMOTE_IMAGES, SetFailure, type SenderTrustSetArgs } from "@pismo/jmap";
import { setSenders } from "../../store/mail/image-senders.ts";
import { boolean, checkArguments, id, mapOf, type Shape, shapeOf } from "../checks.ts";
import type { Method } from "../context.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { assertSetSize } from "../standard/set.ts";
import { senderTrustOf } from "./senders.ts";

const shape: Shape<SenderTrustSetArgs> = { accountId: id, update: mapOf(id, shapeOf({ showsImages: boolean })) };

/** SenderTrust/set: an extension of ours, see REMOTE_IMAGES. */
export const set: Method<"SenderTrust/set"> = {
  capability: REMOTE_IMAGES,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, update }, call) {
    assertSetSize({ update }, call);
    const { context, createdIds } = call;
    const updated = new Outcomes<null>();
    await context.store.write(
      async (tx) => {
        const ids = Object.keys(update).map((key) => createdIds.resolve(key));
        const known = new Map((await senderTrustOf(tx, accountId, ids, context)).map((trust) => [trust.id, trust]));
        /** By sender; of several updates the last one counts. */
        const senders = new Map<string, boolean>();
        for (const [key, { showsImages }] of Object.entries(update)) {
          await updated.attempt(createdIds.nameOf(key), async () => {
            const trust = known.get(createdIds.resolve(key));
            if (!trust) throw new SetFailure({ type: "notFound" });
            const { sender, authentication } = trust;
            // Without authentication, others could send under that name.
            if (showsImages && (sender === null || authentication !== "pass")) {
              throw new SetFailure({ type: "forbidden", description: "The sender of this letter is not proven" });
            }
            if (sender !== null) senders.set(sender, showsImages);
            return null;
          });
        }
        await setSenders(tx, accountId, senders);
      },
      { accountId },
    );
    return { accountId, updated: updated.done, notUpdated: updated.failed };
  },
};
