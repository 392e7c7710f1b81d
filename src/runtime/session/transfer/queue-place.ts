/** What the agent says of the place in the queue, in each language. */
const phrases: Readonly<Record<string, string>> = {
  cs: 'Jste v pořadí číslo {n}.',
  da: 'Du er nummer {n} i køen.',
  de: 'Sie sind Nummer {n} in der Warteschlange.',
  en: 'You are number {n} in the queue.',
  es: 'Usted es el número {n} en la cola.',
  fi: 'Olette jonossa numero {n}.',
  fr: "Vous êtes numéro {n} dans la file d'attente.",
  hu: 'Az Ön sorszáma a várakozók között: {n}.',
  it: 'Lei è il numero {n} in coda.',
  nb: 'Du er nummer {n} i køen.',
  nl: 'U bent nummer {n} in de wachtrij.',
  no: 'Du er nummer {n} i køen.',
  pl: 'Państwa numer w kolejce to {n}.',
  pt: 'O seu número na fila é {n}.',
  ro: 'Sunteți numărul {n} la rând.',
  ru: 'Ваш номер в очереди: {n}.',
  sv: 'Du är nummer {n} i kön.',
  tr: 'Sıradaki yeriniz: {n}.',
  uk: 'Ваш номер у черзі: {n}.',
};

/** Returns the sentence for a BCP 47 language; null for a language that has none. */
export function queuePlaceIn(language: string, place: number): string | null {
  return phrases[language.split('-', 1)[0]!.toLowerCase()]?.replace('{n}', String(place)) ?? null;
}
