/**
 * How much a message may ask of the thread that answers keys: its markup is parsed, cleaned, styled and laid out there,
 * and little of that can be stopped half-way. Counts, not seconds: a message looks the same on every machine.
 */
export interface Limits {
  elements: number;
  /** Of elements in elements. Parsing takes time with its square. */
  depth: number;
  /** On one element: each is taken away by looking through all before it. */
  attributesOfOne: number;
  attributes: number;
  /** What table cells span, in columns times rows. */
  cells: number;
  /** Elements within elements that are not allowed: the cleaning copies what stands in such a one. */
  copies: number;
  /** How often a selector is compared with an element, see `StyleWork`. */
  styleWork: number;
  /** Milliseconds after which no more is parsed. Only where the reader has asked for it. */
  parseTimeMs: number;
}

/** Newsletters and reports stay below a tenth of it, see newsletters.test.ts. Cleaning takes about half a second at it. */
export const usualLimits: Limits = {
  elements: 14_000,
  depth: 480,
  attributesOfOne: 300,
  attributes: 56_000,
  cells: 200_000,
  copies: 200_000,
  styleWork: 3_500_000,
  parseTimeMs: Infinity,
};

/** For what is edited: a message at its limits, quoted, and words around it. */
export const editedLimits: Limits = { ...usualLimits, elements: 20_000, attributes: 80_000 };

/** For a message that its reader wants to see all the same, in a frame that is laid out by a process of its own. */
export const patientLimits: Limits = {
  elements: 120_000,
  depth: Infinity,
  attributesOfOne: 300,
  attributes: 500_000,
  cells: Infinity,
  copies: Infinity,
  styleWork: Infinity,
  parseTimeMs: 2000,
};
