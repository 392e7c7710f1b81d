/** The text search configurations of PostgreSQL by primary language (BCP 47). Its stemmers are those of Snowball. */
const configurations: Readonly<Record<string, string>> = {
  ...{ ar: 'arabic', hy: 'armenian', eu: 'basque', ca: 'catalan', da: 'danish', nl: 'dutch', en: 'english' },
  ...{ et: 'estonian', fi: 'finnish', fr: 'french', de: 'german', el: 'greek', hi: 'hindi', hu: 'hungarian' },
  ...{ id: 'indonesian', ga: 'irish', it: 'italian', lt: 'lithuanian', ne: 'nepali', no: 'norwegian' },
  ...{ nb: 'norwegian', nn: 'norwegian', pt: 'portuguese', ro: 'romanian', ru: 'russian', sr: 'serbian' },
  ...{ es: 'spanish', sv: 'swedish', ta: 'tamil', tr: 'turkish', yi: 'yiddish' },
};

/** Returns the primary language of a tag (BCP 47) in lower case. */
export function primaryLanguage(language: string): string {
  return language.split('-', 1)[0]!.toLowerCase();
}

/** Returns the text search configuration of a language: `simple`, which knows no word forms, for one that has none. */
export function configurationOf(language: string | null): string {
  return (language !== null && configurations[primaryLanguage(language)]) || 'simple';
}
