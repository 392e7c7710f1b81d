import { type Delimiter, delimiters } from './record.ts';

/** What the start of a file shows of its header. */
interface HeaderStart {
  /** The one of comma, semicolon and tab that is found most often outside of quotes so far; the comma when none is. */
  delimiter: Delimiter;
  /** The end of the header was found: a line ends outside of quotes. */
  isWhole: boolean;
}

/** Looks for what stands between the fields of a header, which empty lines may go before. */
export function headerOf(start: string): HeaderStart {
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let [isQuoted, isWhole] = [false, false];
  for (const character of start.replace(/^[\r\n]+/, '')) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || character === '\r') {
      isWhole = true;
      break;
    } else if (character in counts) counts[character as Delimiter]++;
  }
  const delimiter = delimiters.reduce((best, next) => (counts[next] > counts[best] ? next : best));
  return { delimiter, isWhole };
}
