import { Button, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schema } from '../../api/index.ts';
import { ErrorState, formatInstant, Panel } from '../../ui/index.ts';
import { changesBetween, nameOf, type PriceChange, unitText } from './price-rows.ts';

const shownAtOnce = 5;
/** Changes that are listed for a version. */
const changesMax = 8;

type PriceList = Schema<'PriceList'>;

/** Lists the versions of the prices, newest first: from when each is valid, and what it changed. */
export function PriceHistory({ list }: { list: PriceList }) {
  const [shown, setShown] = useState(shownAtOnce);
  const last = Math.max(1, list.version - shown + 1);
  // The version before the last one shows what that one changed.
  const numbers = Array.from({ length: list.version - 1 }, (_, n) => list.version - 1 - n).filter(
    (version) => version >= last - 1,
  );
  const earlier = useQueries({
    queries: numbers.map((version) => ({
      queryKey: ['prices', version],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read(api.GET('/api/organization/prices', { params: { query: { version } }, signal })),
      // A version never changes.
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  if (list.version === 0) return null;
  const lists = [list, ...earlier.flatMap(({ data }) => (data ? [data] : []))];
  const error = earlier.find((one) => one.error)?.error;
  return (
    <Panel
      title="History"
      description="A version is valid from when it is saved until the next one. Calls and chats keep the prices of the version at their end."
    >
      {error ? <ErrorState error={error} /> : null}
      <Stack gap="sm" component="ol" className="plain-list">
        {lists
          .filter(({ version }) => version >= last)
          .map((one) => (
            <Version
              key={one.version}
              list={one}
              before={lists.find(({ version }) => version === one.version - 1) ?? null}
              until={lists.find(({ version }) => version === one.version + 1)?.createdAt ?? null}
            />
          ))}
      </Stack>
      {last > 1 ? (
        <Button variant="default" size="xs" mt="sm" onClick={() => setShown(shown + shownAtOnce)}>
          Show earlier versions
        </Button>
      ) : null}
    </Panel>
  );
}

interface VersionProps {
  list: PriceList;
  before: PriceList | null;
  /** When the next version began; null for the current one. */
  until: string | null;
}

function Version({ list, before, until }: VersionProps) {
  const changes = changesBetween(before?.prices ?? [], list.prices);
  const isCounted = before === null && changes.length > changesMax;
  return (
    <li>
      <Text size="sm" fw={600}>
        Version {list.version}, {list.currency}
        {before && before.currency !== list.currency ? ` (was ${before.currency})` : ''}
      </Text>
      <Text size="xs" c="dimmed">
        {until === null
          ? `Valid since ${formatInstant(list.createdAt!)}`
          : `Valid from ${formatInstant(list.createdAt!)} until ${formatInstant(until)}`}
      </Text>
      {isCounted ? <Text size="sm">{changes.length} prices</Text> : null}
      {changes.length === 0 ? <Text size="sm">No price changed.</Text> : null}
      {isCounted ? null : (
        <ul className="price-changes">
          {changes.slice(0, changesMax).map((change) => (
            <li key={`${nameOf(change.row)} ${unitText(change.row)}`}>
              <Text size="sm">
                {nameOf(change.row)}: {changeText(change)}
              </Text>
            </li>
          ))}
          {changes.length > changesMax ? <li>{changes.length - changesMax} more</li> : null}
        </ul>
      )}
    </li>
  );
}

function changeText({ before, after }: PriceChange): string {
  if (before === null) return `${after} (new)`;
  if (after === null) return `removed, was ${before}`;
  return `${after} (was ${before})`;
}
