import { nameWords, plain } from '../person-words/index.ts';
import type { ColumnMapping, ColumnRules } from './column-rules.ts';

/** Usual names of the column with telephone numbers, the likeliest first, as `plain` writes them. */
const phoneNames = [
  ...['phonenumber', 'phone', 'telephonenumber', 'telephone', 'tel', 'mobilenumber', 'mobilephone', 'mobile'],
  ...['cellphone', 'cellnumber', 'cell', 'customernumber', 'customerphone', 'contactnumber', 'contactphone'],
  ...[
    'primaryphone',
    'homephone',
    'workphone',
    'businessphone',
    'phone1',
    'phone1value',
    'msisdn',
    'e164',
    'number',
  ],
  ...[
    'telefonnummer',
    'telefon',
    'rufnummer',
    'handynummer',
    'handy',
    'mobilnummer',
    'mobiltelefon',
    'mobil',
  ],
  ...[
    'numerodetelephone',
    'telephoneportable',
    'portable',
    'numerodetelefono',
    'telefono',
    'movil',
    'celular',
  ],
  ...['numeroditelefono', 'cellulare', 'telefone', 'telemovel', 'telefoonnummer', 'telefoon', 'mobiel'],
];

/** Other words for what a variable often holds, as `plain` writes them. */
const sameWords = [
  ...Object.values(nameWords),
  ['email', 'emailaddress', 'mail'],
  ['company', 'companyname', 'organization', 'organisation', 'firma', 'empresa', 'azienda'],
];

/**
 * Returns the targets that the names of the columns suggest, where the API would choose others. A field or a variable gets
 * one column at most.
 */
export function guessColumns(columns: readonly string[], { fields, variables }: ColumnRules): ColumnMapping {
  const mapping: Record<string, string> = {};
  const free = new Set(columns.filter((name) => name !== ''));
  const take = (name: string | undefined, target: string) => {
    if (name === undefined) return;
    free.delete(name);
    if (name !== target && `variables.${name}` !== target) mapping[name] = target;
  };
  const columnNamed = (...words: string[]) => {
    const found = words.map((word) => [...free].find((name) => plain(name) === word));
    return found.find((name) => name !== undefined);
  };
  for (const field of Object.keys(fields)) {
    const words = field === 'phoneNumber' ? phoneNames : [plain(field)];
    take(free.has(field) ? field : columnNamed(...words), field);
  }
  for (const variable of variables ?? []) {
    const word = plain(variable);
    const others = sameWords.find((words) => words.includes(word)) ?? [];
    take(free.has(variable) ? variable : columnNamed(word, ...others), `variables.${variable}`);
  }
  return mapping;
}
