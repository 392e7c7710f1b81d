/** The most characters of a chunk that a model gets. A few languages make a token of each. */
const charactersMax = 6000;

/** Returns the text of a chunk as a model reads it. */
export function textOf({
  title,
  headings,
  text,
}: {
  title: string;
  headings: string[];
  text: string;
}): string {
  const head = [...new Set([title, ...headings])].join(' > ');
  return `${head}\n\n${text}`.slice(0, charactersMax);
}
