/** Returns the English name of a language, without its region. */
export function languageName(tag: string): string {
  try {
    const primary = new Intl.Locale(tag).language;
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(primary) ?? tag;
  } catch {
    return tag;
  }
}
