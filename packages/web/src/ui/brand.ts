/** What the administrator has made of the page: the server writes it into its root (`PISMO_NAME`, `PISMO_LOGO`). */

/** undefined: our own. */
export const brandName = (): string | undefined => document.documentElement.dataset["name"];

/** A path of ours; undefined: our own. */
export const brandLogo = (): string | undefined => document.documentElement.dataset["logo"];

export const productName = (): string => brandName() ?? "Pismo";
