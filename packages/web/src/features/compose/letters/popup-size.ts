/** What the buttons at the popup's head do with it. */
export interface PopupSize {
  /** It fills the window. */
  isLarge: boolean;
  onChange(isLarge: boolean): void;
  /** @param subject as the person finds the letter again */
  onMinimise(subject: string): void;
}
