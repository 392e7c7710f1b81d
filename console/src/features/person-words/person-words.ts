/** Words for the parts of a person's name, as `plain` writes them. */
export const nameWords = {
  first: ['firstname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre', 'nome', 'voornaam'],
  last: [
    ...['lastname', 'surname', 'familyname', 'nachname', 'nom', 'apellido', 'apellidos', 'cognome'],
    'achternaam',
  ],
  full: ['name', 'fullname', 'customername', 'contactname'],
};

/** Returns a name without case, accents, spaces and signs: `First name` and `first_name` are the same. */
export function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the name of the person that variables describe, or null: `Name`, or `First name` and `Last name`. */
export function personName(variables: Readonly<Record<string, unknown>>): string | null {
  const entries = Object.entries(variables);
  const textOf = (words: readonly string[]) => {
    const found = entries.find(([name, value]) => words.includes(plain(name)) && typeof value === 'string');
    return String(found?.[1] ?? '').trim();
  };
  return textOf(nameWords.full) || `${textOf(nameWords.first)} ${textOf(nameWords.last)}`.trim() || null;
}
