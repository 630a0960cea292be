/** Folds what people type to one form: lower case, ё as е. Pure. */
export const fold = (text: string): string => text.toLowerCase().replaceAll("ё", "е");
