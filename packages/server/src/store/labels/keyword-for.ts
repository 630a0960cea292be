/** The keyword of a label: letters that every mail server and client can live with (an IMAP atom, RFC 9051 §9). Pure. */
import { isLabelKeyword, type Keyword } from "@pismo/jmap";

const latin: Readonly<Record<string, string>> = Object.fromEntries(
  "а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya і i ї yi є ye ґ g ў u"
    .split(" ")
    .reduce<[string, string][]>((pairs, each, index, all) => {
      if (index % 2 === 0) pairs.push([each, all[index + 1]!.replace("-", "")]);
      return pairs;
    }, []),
);

/** "Важное дело" is "vazhnoe-delo". */
const written = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/./gsu, (letter) => latin[letter] ?? letter)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);

/** @param taken by other labels */
export function keywordFor(name: string, taken: ReadonlySet<Keyword>): Keyword {
  const own = written(name);
  const stem = isLabelKeyword(own) ? own : `label${own && `-${own}`}`;
  let keyword = stem;
  for (let count = 2; taken.has(keyword); count++) keyword = `${stem}-${count}`;
  return keyword;
}
