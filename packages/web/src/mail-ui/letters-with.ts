/** The list of the letters with a person: from or to any of the addresses. */
export function lettersWith(addresses: readonly string[]): string {
  const q = addresses.map((address) => `from:${address} OR to:${address}`).join(" OR ");
  return `/all?${new URLSearchParams({ q })}`;
}
