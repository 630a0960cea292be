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

/**
 * What is not known stays, for the person to see.
 * @param write puts a value into what the template is written in: HTML or text
 */
export const filledIn = (template: string, values: FieldValues, write: (value: string) => string): string =>
  template.replaceAll(new RegExp(openField, "giu"), (field, name: string) => {
    const value = values[fields[name.toLowerCase()]!];
    return value ? write(value) : field;
  });
