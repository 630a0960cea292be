import { CATEGORIES, categoriesOf, type EmailCategory, type EmailCategoryGetArgs } from "@pismo/jmap";
import { reasonsOf } from "../../store/mail/email-categories.ts";
import { getEmails } from "../../store/mail/emails.ts";
import { checkArguments, id, list, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const shape: Shape<EmailCategoryGetArgs> = { ...getShape, ids: list(id) };

/** EmailCategory/get: an extension of ours, see CATEGORIES. */
export const get: Method<"EmailCategory/get"> = {
  capability: CATEGORIES,
  parse: (args) => checkArguments(shape, args),
  run: (args, call) =>
    standardGet<EmailCategory>(args, call, "Email", ["id", "category", "reason"], async (reader, accountId, ids) => {
      const emails = await getEmails(reader, accountId, ids ?? []);
      const reasons = await reasonsOf(reader, accountId, emails);
      return emails.map(({ id: emailId, keywords }) => {
        const [category = null] = categoriesOf(keywords);
        return { id: emailId, category, reason: reasons.get(emailId) ?? null };
      });
    }),
};
