import { Select, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  AppLink,
  ErrorState,
  formatDay,
  formatDuration,
  formatLabel,
  formatNumber,
  Panel,
} from '../../ui/index.ts';
import { type Kind, NameOf } from '../picks/index.ts';
import { type Breakdown, changeOf, connectedOf, costText, formatShare } from './figures-of.ts';
import { type By, callsOfGroup } from './links.ts';
import type { FiguresOfRange } from './queries.ts';
import { type DateRange, dayText, rangeBefore } from './range.ts';

interface GroupsPanelProps {
  by: By;
  /** Whether the figures are of one agent, which has versions. */
  hasAgent: boolean;
  onBy: (by: By) => void;
  data: FiguresOfRange | undefined;
  /** True while `data` is of an earlier question. */
  isOld: boolean;
  before: Breakdown | undefined;
  error: unknown;
  retry: () => void;
  currency: string | null;
}

const titles = [
  { value: 'agent', label: 'Agent' },
  { value: 'agent-version', label: 'Version' },
  { value: 'campaign', label: 'Campaign' },
  { value: 'trunk', label: 'Trunk' },
  { value: 'hour-of-day', label: 'Hour of day' },
  { value: 'type', label: 'Direction' },
] as const;

const kinds: Partial<Record<By, { kind: Kind; none: string }>> = {
  agent: { kind: 'agents', none: 'No agent' },
  campaign: { kind: 'campaigns', none: 'No campaign' },
  trunk: { kind: 'trunks', none: 'No trunk' },
};

/** The figures of the calls by what they have in common, as a table. */
export function GroupsPanel(props: GroupsPanelProps) {
  const { by, hasAgent, onBy, data, isOld, before, error, retry, currency } = props;
  const choice = (
    <Select
      aria-label="Compare by"
      data={titles.filter(({ value }) => value !== 'agent-version' || hasAgent)}
      value={by}
      onChange={(value) => value && onBy(value as By)}
      allowDeselect={false}
      size="xs"
      w={150}
    />
  );
  return (
    <Panel
      title="Compared"
      aside={choice}
      description={`${data ? periodsText(data) : ''}${
        hasAgent || by !== 'agent' ? '' : ' Choose an agent above to compare its versions.'
      }`}
    >
      {error && !data ? <ErrorState error={error} retry={retry} /> : null}
      {!data && !error ? <Skeleton height={180} aria-busy="true" /> : null}
      {data ? (
        <div className="analytics" data-old={isOld || undefined} aria-busy={isOld}>
          <GroupsTable data={data} before={before} currency={currency} />
          {data.groups.every(({ isPriced }) => isPriced) ? null : (
            <Text size="xs" c="dimmed" mt="xs">
              — as cost: these calls ended while there were no{' '}
              <AppLink to="/settings/prices" className="app-link underlined">
                prices
              </AppLink>
              .
            </Text>
          )}
        </div>
      ) : null}
    </Panel>
  );
}

/** Names the period of the figures, and the one before it. */
function periodsText({ range }: FiguresOfRange): string {
  const daysOf = ({ from, to }: DateRange) =>
    `${formatDay(dayText(from))} to ${formatDay(dayText(new Date(to.getTime() - 1)))}`;
  return `Calls from ${daysOf(range)}. “Calls before” counts those from ${daysOf(rangeBefore(range))}.`;
}

interface GroupsTableProps extends Pick<GroupsPanelProps, 'before' | 'currency'> {
  data: FiguresOfRange;
}

function GroupsTable({ data, before, currency }: GroupsTableProps) {
  const { by, search: calls } = data;
  const title = titles.find(({ value }) => value === by)?.label ?? '';
  const earlier = new Map(before?.groups.map((group) => [group.key, group]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="analytics-table" aria-label={`Figures by ${title.toLowerCase()}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {['Calls', 'Calls before', 'Answered', 'Connected', 'Mean length', 'Cost'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.groups.map((group) => {
            const { key, calls: count, answered, talkedSeconds } = group;
            const callsBefore = earlier.get(key)?.calls ?? 0;
            const change = changeOf(count, callsBefore);
            return (
              <tr key={key}>
                <th scope="row">
                  <GroupName by={by} group={key} calls={calls} />
                </th>
                <td>{formatNumber(count)}</td>
                <td>
                  <Text span inherit c="dimmed">
                    {before ? `${formatNumber(callsBefore)}${change === null ? '' : ` (${change})`}` : '—'}
                  </Text>
                </td>
                <td>{formatShare(answered, count)}</td>
                <td>{formatShare(connectedOf(group), count)}</td>
                <td>{answered === 0 ? '—' : formatDuration((talkedSeconds * 1000) / answered)}</td>
                <td>{costText(group, currency)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The name of a group, which leads to its calls. */
function GroupName({
  by,
  group,
  calls,
}: {
  by: By;
  group: string;
  /** The filters of the list with the calls of the range. */
  calls: Record<string, string>;
}): ReactNode {
  const named = kinds[by];
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <AppLink to="/calls" search={callsOfGroup(by, group, calls, timeZone)}>
      {group === '' ? (
        (named?.none ?? 'None')
      ) : named ? (
        <NameOf kind={named.kind} id={group} />
      ) : (
        labelOf(by, group)
      )}
    </AppLink>
  );
}

function labelOf(by: By, group: string): string {
  if (by === 'hour-of-day') return `${group.padStart(2, '0')}:00`;
  return by === 'type' ? formatLabel(group) : group;
}
