let names: Intl.DisplayNames | undefined;

/** Matches the names that take an article in a sentence. */
const withArticle =
  /^(?:United|Bahamas|Gambia|Maldives|Comoros|Netherlands|Philippines|Seychelles|Czech Republic)|Islands$|Republic$/;

/** Returns the English name of a country (ISO 3166-1 alpha-2) as it stands in a sentence: `the United States`. */
export function countryName(country: string): string {
  names ??= new Intl.DisplayNames(['en'], { type: 'region' });
  const name = names.of(country) ?? country;
  return withArticle.test(name) ? `the ${name}` : name;
}
