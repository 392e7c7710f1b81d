import { Text } from '@mantine/core';

/** What a part of a column is about: good, bad, or neither. Its colour is beside a word in the key. */
export interface ColumnPart {
  id: string;
  title: string;
  color: string;
}

interface StackedColumnsProps {
  /** What the picture shows, for who cannot see it. */
  label: string;
  parts: readonly ColumnPart[];
  columns: readonly { title: string; values: Readonly<Record<string, number>> }[];
}

/** Amounts over time as columns of parts, with a key; the figures of a column stand in its title. */
export function StackedColumns({ label, parts, columns }: StackedColumnsProps) {
  const sum = (values: Readonly<Record<string, number>>) =>
    parts.reduce((total, { id }) => total + (values[id] ?? 0), 0);
  const most = Math.max(1, ...columns.map(({ values }) => sum(values)));
  return (
    <div>
      <div className="columns" role="img" aria-label={label}>
        {columns.map(({ title, values }) => (
          <div
            key={title}
            className="column"
            title={`${title}: ${parts.flatMap(({ id, title: word }) => (values[id] ? [`${values[id]} ${word.toLowerCase()}`] : [])).join(', ') || 'none'}`}
          >
            {parts.map(({ id, color }) =>
              values[id] ? (
                <span key={id} style={{ height: `${(values[id] / most) * 100}%`, background: color }} />
              ) : null,
            )}
          </div>
        ))}
      </div>
      <div className="columns-foot">
        <Text size="xs" c="dimmed">
          {columns[0]?.title}
        </Text>
        <Text size="xs" c="dimmed">
          {columns.at(-1)?.title}
        </Text>
      </div>
      {parts.length > 1 ? (
        <ul className="columns-key">
          {parts.map(({ id, title, color }) => (
            <li key={id}>
              <span style={{ background: color }} aria-hidden="true" />
              {title}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
