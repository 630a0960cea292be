/** Something that a story needs, made from nothing else, and put away after it. */
export const fixture =
  <T>(make: () => Promise<T>, end: (made: T) => unknown) =>
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the fixtures' names from this pattern
  async ({}, provide: (made: T) => Promise<void>): Promise<void> => {
    const made = await make();
    await provide(made);
    await end(made);
  };
