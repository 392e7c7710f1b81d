import { Button, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { formatDuration, formatLabel, formatNumber } from '../../ui/index.ts';
import type { CatalogRow, Part } from './catalog-rows.ts';
import { PlayVoice } from './play-voice.tsx';

interface CatalogTableProps {
  part: Part;
  rows: readonly CatalogRow[];
  isLoading: boolean;
  /** Shown when there are no rows. */
  empty: ReactNode;
  sample: string;
  language: string;
  modelOf: (row: CatalogRow) => string | null;
  choose: (row: CatalogRow) => void;
}

const shownAtOnce = 50;
const measuredLabels = {
  model: 'First word in your calls',
  voice: 'First audio in your calls',
  transcriber: 'Last words in your calls',
} as const;

/** Shows what suits the agent's languages, then the others below a heading. */
export function CatalogTable({ part, rows, isLoading, empty, choose, ...preview }: CatalogTableProps) {
  const [shown, setShown] = useState(shownAtOnce);
  if (rows.length === 0 && !isLoading) return empty;
  const firstOther = rows.findIndex(({ unsuited }) => unsuited !== null);
  return (
    <>
      <Table className="catalog" tabularNums aria-busy={isLoading}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th className="catalog-wide">Languages</Table.Th>
            <Table.Th>Published price</Table.Th>
            <Table.Th>{measuredLabels[part]}</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shown).map((row, at) => (
            <Fragment key={`${row.provider} ${row.id}`}>
              {at === firstOther ? <OtherLanguages /> : null}
              <Line {...{ part, row, choose, ...preview }} />
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
      {isLoading ? <Skeleton height={32} mt={8} /> : null}
      {rows.length > shown ? (
        <Button variant="default" size="xs" mt="sm" onClick={() => setShown(shown + shownAtOnce)}>
          Show more of {formatNumber(rows.length)}
        </Button>
      ) : null}
    </>
  );
}

function OtherLanguages() {
  return (
    <Table.Tr>
      <Table.Th colSpan={5} scope="rowgroup" className="catalog-heading">
        Other languages
      </Table.Th>
    </Table.Tr>
  );
}

function Line({
  part,
  row,
  sample,
  language,
  modelOf,
  choose,
}: Omit<CatalogTableProps, 'rows' | 'isLoading' | 'empty'> & { row: CatalogRow }) {
  const { id, name, label, detail, gender, languages, price, unsuited } = row;
  const title = name ?? id;
  const facts = [label, gender && formatLabel(gender), detail, name === null || name === id ? null : id];
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{title}</Text>
        <Text size="xs" c="dimmed" lineClamp={2}>
          {facts.filter((fact) => fact !== null).join(' · ')}
        </Text>
        {unsuited === null ? null : (
          <Text size="xs" className="catalog-unsuited">
            {unsuited.reason}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="catalog-wide">
        <Text size="xs">{languagesText(languages)}</Text>
      </Table.Td>
      <Table.Td>
        <Text size="xs" {...(price === null && { c: 'dimmed' })}>
          {price ?? 'not known'}
        </Text>
      </Table.Td>
      <Table.Td>
        <Measured speed={row.speed} />
      </Table.Td>
      <Table.Td>
        <div className="catalog-actions">
          {part === 'voice' ? (
            <PlayVoice
              provider={row.provider}
              settings={{ voice: id, model: modelOf(row) }}
              text={sample}
              language={language}
              name={title}
            />
          ) : null}
          {unsuited?.isUnusable ? null : (
            <Button size="compact-xs" aria-label={`Use ${title} of ${label}`} onClick={() => choose(row)}>
              Use
            </Button>
          )}
        </div>
      </Table.Td>
    </Table.Tr>
  );
}

/** The median of the last week, with how many turns it is of. */
function Measured({ speed }: Pick<CatalogRow, 'speed'>) {
  if (speed === null)
    return (
      <Text size="xs" c="dimmed">
        not measured
      </Text>
    );
  return (
    <Text size="xs">
      {formatDuration(speed.p50Ms)}{' '}
      <Text span size="xs" c="dimmed">
        of {formatNumber(speed.turns)} turns
      </Text>
    </Text>
  );
}

const languagesShown = 4;

function languagesText(languages: string[] | null): string {
  if (languages === null) return 'not stated';
  const more = languages.length - languagesShown;
  return `${languages.slice(0, languagesShown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
