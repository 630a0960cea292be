/** Categories as the interface shows them. */
import { categories, type Category, categoryKeyword, type Keyword } from "@pismo/jmap";
import type { IconName } from "../../ui/icons/icons.ts";

export const categoryIcons: Record<Category, IconName> = {
  orders: "cart",
  finances: "rouble",
  registrations: "key",
  travelings: "plane",
  tickets: "ticket",
  fines: "building",
};

/** The category among an Email's keywords; it has at most one. */
export const categoryOf = (keywords: Readonly<Record<Keyword, true>>): Category | undefined =>
  categories.find((category) => categoryKeyword(category) in keywords);
