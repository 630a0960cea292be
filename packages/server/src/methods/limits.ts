/** Limits for which RFC 8620 §2 has no names; the session lists them. */
import { type LimitsCapability, MethodError } from "@pismo/jmap";

export const limitsCapability = {
  // Recursion, in JSON.stringify too, fails at some thousand levels. Nesting too deep for a method is that method's error.
  maxDepthOfRequest: 2500,
  // Parsing 100,000 names takes 0.1 s. A set of 1,000 Emails with ten properties each is 20,000.
  maxValuesInRequest: 100_000,
  maxReferencedValues: 100_000,
  // SQLite accepts expressions of 1,000 levels, and every condition may be evaluated for every Email.
  maxConditionsInFilter: 200,
  maxDepthOfFilter: 50,
  maxSizeFilterText: 10_000,
  maxWordsInFilter: 100,
  maxComparatorsInSort: 20,
  maxIdsInFilter: 10_000,
  maxPropertiesInGet: 250,
  // A response is one string and one buffer.
  maxSizeResponse: 64_000_000,
  maxPushSubscriptions: 50,
  maxConnections: 100,
} satisfies LimitsCapability;

/** @param size characters of JSON, a lower bound of its octets @throws MethodError requestTooLarge */
export function assertResponseSize(size: number): void {
  const { maxSizeResponse } = limitsCapability;
  if (size > maxSizeResponse) {
    throw new MethodError("requestTooLarge", `The answer would have more than ${maxSizeResponse} octets`);
  }
}
