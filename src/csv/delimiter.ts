import { type Delimiter, delimiters } from './record.ts';

/**
 * What stands between the fields of a header: the one of comma, semicolon and tab that is found most often outside of
 * quotes; the comma when none is.
 */
export function delimiterOf(header: string): Delimiter {
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let isQuoted = false;
  for (const character of header.replace(/^[\r\n]+/, '')) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted && character in counts) counts[character as Delimiter]++;
  }
  return delimiters.reduce((best, next) => (counts[next] > counts[best] ? next : best));
}
