import type { SlotType } from './schema.ts';

const signNames: Readonly<Record<string, string>> = {
  '.': 'dot',
  '@': 'at',
  _: 'underscore',
  '+': 'plus',
  '-': 'dash',
};

/** Returns the value of a slot for speech: digits and letters one by one, signs of addresses by name, dates and times in words of `language`. */
export function spokenValue(type: SlotType | undefined, value: unknown, language: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  switch (type?.type) {
    case 'digits':
    case 'spelled':
      return [...text].join(' ');
    case 'date': {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
      const date = new Date(`${text}T00:00:00Z`);
      return format(date, language, { weekday: 'long', month: 'long', day: 'numeric' });
    }
    case 'time': {
      if (!/^\d{2}:\d{2}$/.test(text)) return text;
      const time = new Date(`2000-01-01T${text}:00Z`);
      return format(time, language, { hour: 'numeric', minute: '2-digit' });
    }
    case 'email':
      return text.replace(/[.@_+-]/g, (sign) => ` ${signNames[sign]} `);
    case 'yes-no':
      return value === true ? 'yes' : value === false ? 'no' : text;
    default:
      return text;
  }
}

function format(date: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  // Replaces the narrow space before AM and PM, which voices do not know.
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(date).replace(/\s/gu, ' ');
}
