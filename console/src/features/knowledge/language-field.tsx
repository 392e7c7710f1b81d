import { Select } from '@mantine/core';
import type { Source } from './labels.ts';

/** Languages of sources. PostgreSQL has word forms of most of them. */
const tags = [
  ...[
    'ar',
    'hy',
    'eu',
    'bg',
    'ca',
    'zh',
    'hr',
    'cs',
    'da',
    'nl',
    'en',
    'et',
    'fi',
    'fr',
    'de',
    'el',
    'he',
    'hi',
  ],
  ...[
    'hu',
    'id',
    'ga',
    'it',
    'ja',
    'ko',
    'lt',
    'ne',
    'no',
    'pl',
    'pt',
    'ro',
    'ru',
    'sr',
    'sk',
    'es',
    'sv',
    'ta',
  ],
  ...['th', 'tr', 'uk', 'vi', 'yi'],
];

/** Returns the language with which a form for a new source begins: that of the newest source, or of the browser. */
export function firstLanguage(sources: readonly Source[]): string {
  const newest = sources.find(({ language }) => language !== null)?.language;
  const [own = ''] = navigator.language.toLowerCase().split('-');
  return newest ?? (tags.includes(own) ? own : '');
}

interface LanguageFieldProps {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** Chooses the language of a source. */
export function LanguageField({ value, onChange, error }: LanguageFieldProps) {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  // A source may have been added with another tag, by the API.
  const offered = [...new Set([...tags, value])].filter((tag) => tag !== '');
  return (
    <Select
      label="Language"
      description="The search then knows word forms: “delivered” finds “delivery”. It cannot be changed later."
      placeholder="Other or unknown"
      data={offered.map((tag) => ({ value: tag, label: names.of(tag) ?? tag }))}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      error={error}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear: Language' }}
    />
  );
}
