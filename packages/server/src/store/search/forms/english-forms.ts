/**
 * English words of which Snowball's stem does not show that they are forms of one: "goose" and "geese", "write" and
 * "wrote". A table of facts, looked up by the words themselves, since their stems are also those of others ("person" of
 * "personal"). Forms that mostly mean something else are left out: "rose", "ground", "bound", "bore", "bit", and all of "be".
 * Pure.
 */
import { stem } from "../stems.ts";

/** Singular and plural. */
const nouns = `man men
woman women
child children
person people persons
foot feet
tooth teeth
goose geese
mouse mice
ox oxen
penny pence pennies
wife wives
life lives
knife knives
leaf leaves
half halves
shelf shelves
thief thieves
wolf wolves
loaf loaves
calf calves
scarf scarves
self selves
hoof hooves
quiz quizzes
bus buses
gas gases
lens lenses
chairman chairmen
businessman businessmen
businesswoman businesswomen
salesman salesmen
saleswoman saleswomen
spokesman spokesmen
spokeswoman spokeswomen
craftsman craftsmen
tradesman tradesmen
workman workmen
postman postmen
fireman firemen
policeman policemen
policewoman policewomen
gentleman gentlemen
freshman freshmen
grandchild grandchildren
schoolchild schoolchildren
stepchild stepchildren
housewife housewives
midwife midwives
bookshelf bookshelves
salesperson salespeople
spokesperson spokespeople
businessperson businesspeople
analysis analyses
crisis crises
thesis theses
hypothesis hypotheses
diagnosis diagnoses
synthesis syntheses
parenthesis parentheses
criterion criteria
datum data
phenomenon phenomena
bacterium bacteria
curriculum curricula
memorandum memoranda
index indices
appendix appendices
matrix matrices
vertex vertices
cactus cacti
alumnus alumni
stimulus stimuli
fungus fungi
nucleus nuclei
syllabus syllabi
formula formulae`;

/** The infinitive, whose -s and -ing follow by rule, then the past and what else no rule makes. */
const verbs = `arise arose arisen
awake awoke awoken
beat beaten
become became
begin began begun
bend bent
bite bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
do did done does
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown
forbid forbade forbidden
foresee foresaw foreseen
forget forgot forgotten
forgive forgave forgiven
free freed
freeze froze frozen
get got gotten
give gave given
go went gone goes
grow grew grown
hang hung
have had has
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lead led
lean leant
leap leapt
learn learnt
leave left
lend lent
light lit
lose lost
make made
mean meant
meet met
mislead misled
mistake mistook mistaken
misunderstand misunderstood
outgrow outgrew outgrown
overcome overcame
oversee oversaw overseen
overtake overtook overtaken
pay paid
prepay prepaid
prove proven
rebuild rebuilt
redo redid redone redoes
repay repaid
resell resold
resend resent
rewrite rewrote rewritten
ride rode ridden
ring rang rung
rise risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
smell smelt
speak spoke spoken
speed sped
spell spelt
spend spent
spill spilt
spin spun
spoil spoilt
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
strike struck
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
undergo underwent undergone undergoes
understand understood
undertake undertook undertaken
undo undid undone undoes
unfreeze unfroze unfrozen
uphold upheld
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
withdraw withdrew withdrawn
withhold withheld
wring wrung
write wrote written`;

/** Of verbs of one syllable, or with the stress on the last, whose last consonant is written twice. */
const doubled = /^(?:be|for)?(?:gin|get|dig|run|win|spin|sit|swim|bid)$/;
/** A vowel and "ee", as of "see", keep their e. */
const withoutE = (verb: string): string => verb.replace(/(?<=[^eo])e$/, "");

function regularForms(verb: string): string[] {
  const third = /(?:ch|sh|ss|x|z|o)$/.test(verb) ? `${verb}es` : verb.replace(/(?<![aeiou])y$/, "ie").concat("s");
  return [third, `${doubled.test(verb) ? verb + verb.at(-1) : withoutE(verb)}ing`];
}

interface Lemma {
  /** What may be searched for. */
  forms: readonly string[];
  /** What it is in the index. */
  terms: readonly string[];
}

const all: readonly Lemma[] = [
  // Of a noun the words themselves are looked for: the stem of "leaves" is that of "leaving".
  ...nouns.split("\n").map((line): Lemma => ({ forms: line.split(" "), terms: line.split(" ") })),
  ...verbs.split("\n").map((line): Lemma => {
    const [verb = "", ...others] = line.split(" ");
    return { forms: [...new Set([verb, ...others, ...regularForms(verb)])], terms: [stem(verb), ...others] };
  }),
];

/** The forms of each word, the first of which names it. */
export const lemmas: readonly (readonly string[])[] = all.map(({ forms }) => forms);

const terms = new Map<string, Set<string>>();
for (const lemma of all) {
  for (const form of lemma.forms) terms.set(form, new Set([...(terms.get(form) ?? []), ...lemma.terms]));
}

/** Terms of the index that stand for the folded word, and are not made of it by rule; none for most words. */
export const englishForms = (folded: string): readonly string[] => [...(terms.get(folded) ?? [])];
