/**
 * The shape that a translation must have, taken from the Russian catalogue. Plural forms differ between languages:
 * Russian has _one, _few and _many, English _one and _other (CLDR), so those that Russian alone needs are left out.
 */
export type Translation<T> = {
  [K in keyof T as K extends `${string}_few` | `${string}_many` ? never : K]: T[K] extends string
    ? string
    : Translation<T[K]>;
};
