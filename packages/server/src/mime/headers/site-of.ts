/** The last two names of a domain, or three where the second is one that countries give out ("example.co.uk"). */
export function siteOf(domain: string): string {
  const labels = domain
    .toLowerCase()
    .split(".")
    .filter((label) => label !== "");
  const isShared =
    labels.length > 2 && /^(?:com?|net|org|gov|edu|ac)$/.test(labels.at(-2) ?? "") && labels.at(-1)?.length === 2;
  return labels.slice(isShared ? -3 : -2).join(".");
}
