/**
 * Compares what a page shows that commands print with what they printed. `…` stands for anything within a line, and a line
 * with nothing but `…` for any lines. Ids and times need no `…`: one id or time is as good as another.
 */

const anyId = /\b([a-z]+)_[0-9a-z]{10,}\b/g;
const anyTime = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Makes texts with other ids and other times equal. */
function plain(text: string): string {
  // Tables for spreadsheets begin with a byte order mark.
  return text
    .replaceAll('\uFEFF', '')
    .replaceAll('\r\n', '\n')
    .replaceAll(anyId, '$1_ID')
    .replaceAll(anyTime, 'TIME')
    .trimEnd();
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the pattern that the output has to match. */
function patternOf(shown: string): RegExp {
  const lines = plain(shown).split('\n');
  const patterns = lines.map((line) =>
    line.trim() === '…' ? '(?:.*\\n)*?' : `${line.split('…').map(escaped).join('.*')}\\n`,
  );
  return new RegExp(`^${patterns.join('')}$`);
}

/** Returns what is wrong with the shown output; null when it is what was printed. */
export function differenceOf(shown: string, printed: string): string | null {
  if (patternOf(shown).test(`${plain(printed)}\n`)) return null;
  return `the page shows\n${plain(shown)}\nbut it printed\n${plain(printed)}`;
}
