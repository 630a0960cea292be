import { CATEGORIES, categoriesOf, type EmailCategory, type EmailCategoryGetArgs } from "@pismo/jmap";
import { reasonOf } from "../../store/mail/email-categories.ts";
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
      const found: EmailCategory[] = [];
      for (const email of await getEmails(reader, accountId, ids ?? [])) {
        const [category = null] = categoriesOf(email.keywords);
        found.push({ id: email.id, category, reason: await reasonOf(reader, email.id, category) });
      }
      return found;
    }),
};
