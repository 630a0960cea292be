/** What a release changes in the schema of PostgreSQL. */

/**
 * A release expands the schema, so that servers of the release before it run beside its own; one release later the
 * schema is contracted, when no server of the earlier one runs any more.
 */
export type Migration =
  | string
  /** Programs that know fewer migrations than `needs` cannot live with it. */
  | { contract: string; needs: number };
