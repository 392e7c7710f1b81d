import './imports.css';
import { Select, Text } from '@mantine/core';
import type { ErrorOf } from '../../ui/index.ts';
import { type ColumnMapping, type ColumnRules, targetOf, targetsFor, withTarget } from './column-rules.ts';
import type { CsvHeader } from './csv-header.ts';

interface ColumnFieldsProps {
  header: CsvHeader;
  rules: ColumnRules;
  mapping: ColumnMapping;
  onChange: (mapping: ColumnMapping) => void;
  errorOf: ErrorOf;
}

/** Assigns each column of a file to a field, with the first row's value as an example. */
export function ColumnFields({ header, rules, mapping, onChange, errorOf }: ColumnFieldsProps) {
  const problem = errorOf('phoneNumber')
    ? 'Choose the column that contains the phone number.'
    : errorOf('columns')?.replace(/^columns\..*/, '');
  return (
    <fieldset className="plain-fieldset">
      <Text component="legend" size="sm" fw={600} mb={4}>
        Columns
      </Text>
      <div className="import-columns">
        {header.columns.map((name, place) =>
          name === '' ? null : (
            <div key={name} className="import-column">
              <div className="import-column-name">
                <Text size="sm" truncate>
                  {name}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {header.rows[0]?.fields[place] || '—'}
                </Text>
              </div>
              <Select
                aria-label={`Field for column ${name}`}
                data={targetsFor(name, rules)}
                value={targetOf(name, mapping, rules)}
                onChange={(target) => target && onChange(withTarget(mapping, name, target, rules))}
                error={errorOf(`columns.${name}`)}
                allowDeselect={false}
                searchable
                size="xs"
              />
            </div>
          ),
        )}
      </div>
      {problem ? (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {problem}
        </Text>
      ) : null}
    </fieldset>
  );
}
