/** The height of a row, in px. On phones it has two lines. */
export const rowHeightOn = (isPhone: boolean): number => (isPhone ? 64 : 48);

/** The line after the last Email. */
export const footerHeight = 56;
