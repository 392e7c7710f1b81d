import { Text, VisuallyHidden } from '@mantine/core';
import { canonical } from '../json-text/index.ts';
import { type Configuration, changedFields, fieldLabels } from './agent-labels.ts';
import { lineDifferences } from './line-differences.ts';

const signs = { same: ' ', added: '+', removed: '−' };
const labels = { same: '', added: 'added: ', removed: 'removed: ' };

/** Shows the differences of two configurations, by field and line. */
export function Differences({ before, after }: { before: Configuration; after: Configuration }) {
  return changedFields(before, after).map((field) => (
    <div key={field}>
      <Text size="sm" fw={500} mb={4}>
        {fieldLabels[field]}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="difference" tabIndex={0} aria-label={`Changes in ${fieldLabels[field]}`}>
        {lineDifferences(textOf(before[field]), textOf(after[field])).map(({ text, kind }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a comparison do not change
          <div key={index} data-kind={kind}>
            <span aria-hidden="true">{signs[kind]} </span>
            <VisuallyHidden component="span">{labels[kind]}</VisuallyHidden>
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
