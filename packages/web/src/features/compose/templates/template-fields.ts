/** The fields of a template, {name}, {date} and {company}: filled in where it is known what belongs there. Pure. */

export type FieldName = "name" | "date" | "company";
export type FieldValues = Partial<Record<FieldName, string | undefined>>;

/** As people write them, in Russian and in English. */
const fields: Readonly<Record<string, FieldName>> = {
  name: "name",
  имя: "name",
  date: "date",
  дата: "date",
  company: "company",
  компания: "company",
};

/** One that is still to be filled in. */
export const openField = new RegExp(`\\{(${Object.keys(fields).join("|")})\\}`, "iu");

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const asHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign]!);

/** What is not known stays, for the person to see. */
export const filledIn = (html: string, values: FieldValues): string =>
  html.replaceAll(new RegExp(openField, "giu"), (field, name: string) => {
    const value = values[fields[name.toLowerCase()]!];
    return value ? asHtml(value) : field;
  });
