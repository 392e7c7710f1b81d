import { Text, VisuallyHidden } from '@mantine/core';
import { type Configuration, canonical, changedFields, fieldWords } from './agent-words.ts';
import { lineDifferences } from './line-differences.ts';

const signs = { same: ' ', added: '+', removed: '−' };
const words = { same: '', added: 'added: ', removed: 'removed: ' };

/** What makes one configuration another, field by field and line by line. */
export function Differences({ before, after }: { before: Configuration; after: Configuration }) {
  return changedFields(before, after).map((field) => (
    <div key={field}>
      <Text size="sm" fw={500} mb={4}>
        {fieldWords[field]}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="difference" tabIndex={0} aria-label={`Changes in ${fieldWords[field]}`}>
        {lineDifferences(textOf(before[field]), textOf(after[field])).map(({ text, kind }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that does not change
          <div key={index} data-kind={kind}>
            <span aria-hidden="true">{signs[kind]} </span>
            <VisuallyHidden component="span">{words[kind]}</VisuallyHidden>
            {text}
          </div>
        ))}
      </section>
    </div>
  ));
}

function textOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : canonical(value);
}
