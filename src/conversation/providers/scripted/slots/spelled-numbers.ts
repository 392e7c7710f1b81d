/** English number words, from and to numbers. */

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tensWords = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );

/** `zero` to `nineteen`. */
export const unitOf: ReadonlyMap<string, number> = new Map(small.map((word, value) => [word, value]));

/** `twenty` to `ninety`. */
export const tensOf: ReadonlyMap<string, number> = new Map(
  tensWords.map((word, index) => [word, (index + 2) * 10]),
);

/** `first` to `thirty first`, and `1st` to `31st`. */
export const ordinalOf: ReadonlyMap<string, number> = new Map([
  ...ordinals.slice(1).map((word, index) => [word, index + 1] as const),
  ...[20, 30].map((tens) => [tens === 20 ? 'twentieth' : 'thirtieth', tens] as const),
  ...[20, 30].flatMap((tens) =>
    ordinals.slice(1, 10).map((word, index) => [`${wordsOfNumber(tens)} ${word}`, tens + index + 1] as const),
  ),
]);

/** Returns a whole number from 0 to 999,999 in words. */
export function wordsOfNumber(value: number): string {
  if (value < 20) return small[value]!;
  if (value < 100) return joined(tensWords[Math.floor(value / 10) - 2]!, value % 10, ' ');
  if (value < 1000) return joined(`${small[Math.floor(value / 100)]} hundred`, value % 100, ' and ');
  return joined(`${wordsOfNumber(Math.floor(value / 1000))} thousand`, value % 1000, ' ');
}

function joined(head: string, rest: number, by: string): string {
  return rest === 0 ? head : `${head}${by}${wordsOfNumber(rest)}`;
}
