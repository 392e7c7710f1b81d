import { parseXml } from './parse-xml.ts';

/** The formats that files name by number (ECMA-376 part 1, §18.8.30). Those of a date depend on the language. */
const builtIn: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00' },
  ...{ 5: '$#,##0', 6: '$#,##0', 7: '$#,##0.00', 8: '$#,##0.00' },
  ...{ 12: '# ?/?', 13: '# ??/??', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy' },
  ...{ 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss' },
  ...{ 37: '#,##0;(#,##0)', 38: '#,##0;(#,##0)', 39: '#,##0.00;(#,##0.00)', 40: '#,##0.00;(#,##0.00)' },
  ...{ 41: '#,##0', 42: '$#,##0', 43: '#,##0.00', 44: '$#,##0.00' },
  ...{ 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0', 48: '##0.0E+0', 49: '@' },
};

/** The numbers of short dates, and of those with a time. 27 to 58 are the dates of East Asian versions. */
const dates = new Set([14, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
const datesWithTime = new Set([22]);

/** Returns the number format of each style of cells (`cellXfs`), by its place. `locale` is a BCP 47 tag. */
export function formatsOf(bytes: Uint8Array | null, locale: string): string[] {
  const ownFormats = new Map<number, string>();
  const formats: string[] = [];
  if (bytes === null) return formats;
  const date = shortDate(locale);
  let within = '';
  parseXml(bytes, {
    open(name, attribute) {
      if (name === 'numFmts' || name === 'cellXfs') within = name;
      const id = Number(attribute('numFmtId') ?? 0);
      if (within === 'numFmts' && name === 'numFmt') ownFormats.set(id, attribute('formatCode') ?? 'General');
      if (within === 'cellXfs' && name === 'xf') {
        const ofLanguage = dates.has(id) ? date : datesWithTime.has(id) ? `${date} h:mm` : undefined;
        formats.push(ownFormats.get(id) ?? ofLanguage ?? builtIn[id] ?? 'General');
      }
    },
    close(name) {
      if (name === within) within = '';
    },
  });
  return formats;
}

/** Returns the format of a short date in a language, such as `dd/mm/yyyy`. */
function shortDate(locale: string): string {
  const sample = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).formatToParts(Date.UTC(2026, 0, 2));
  const letters: Record<string, string> = { day: 'd', month: 'm' };
  return sample
    .map(({ type, value }) => {
      if (type === 'year') return 'yyyy';
      const letter = letters[type];
      // Any other character stands for itself.
      if (letter === undefined) return value.replaceAll(/./g, (character) => `\\${character}`);
      return letter.repeat(value.length);
    })
    .join('');
}
