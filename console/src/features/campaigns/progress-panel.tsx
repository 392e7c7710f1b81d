import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useCan } from '../../api/index.ts';
import {
  AppLink,
  EmptyState,
  formatCount,
  formatLabel,
  formatNumber,
  formatPercent,
  Panel,
  ToneMark,
} from '../../ui/index.ts';
import { markOf, meaningOf } from '../call-outcomes/index.ts';
import { type CampaignDetail, hoursOf, sortedCounts } from './campaign-state.ts';
import { givenUpCalls } from './given-up-calls.ts';
import { ImportCallsButton } from './import-calls.tsx';

/** Reached, waiting and given-up customers, as a bar and as figures. */
function CustomerParts({ campaignId, customers }: Pick<CampaignDetail, 'campaignId' | 'customers'>) {
  const { total, reached, waiting, givenUp } = customers;
  const parts = [
    { title: 'Reached', count: reached, color: 'var(--mantine-color-teal-7)', search: { outcome: 'talked' } },
    { title: 'Given up', count: givenUp, color: 'var(--mantine-color-red-7)', search: givenUpCalls },
    {
      ...{ title: 'Waiting', count: waiting, color: 'var(--mantine-color-gray-5)' },
      // A customer whose call is live waits too.
      search: { status: 'queued,ringing,in-progress,forwarding' },
    },
  ];
  return (
    <>
      <div className="progress-whole" aria-hidden="true">
        {parts.map(({ title, count, color }) => (
          <span key={title} style={{ width: `${(count / Math.max(total, 1)) * 100}%`, background: color }} />
        ))}
      </div>
      <ul className="plain-list progress-customers">
        {parts.map(({ title, count, color, search }) => (
          <li key={title}>
            <span data-swatch="" style={{ background: color }} aria-hidden="true" />
            {count > 0 ? (
              <AppLink to="/calls" search={{ campaignId, ...search }}>
                {title} {formatNumber(count)}
              </AppLink>
            ) : (
              `${title} ${formatNumber(count)}`
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The campaign's customers, and its calls: total, ended, and outcomes. */
export function ProgressPanel({ campaign }: { campaign: CampaignDetail }) {
  const { campaignId, counts, customers, status, hasStarted } = campaign;
  const mayWrite = useCan('campaigns:write');
  const statuses = sortedCounts(counts.byStatus);
  const outcomes = sortedCounts(counts.byOutcome);
  const all = statuses.reduce((sum, [, calls]) => sum + calls, 0);
  const over = outcomes.reduce((sum, [, calls]) => sum + calls, 0);
  const finished = customers.total - customers.waiting;
  if (all === 0)
    return (
      <Panel title="Progress">
        <EmptyState
          title="No calls yet"
          action={mayWrite && status !== 'ended' ? <ImportCallsButton campaign={campaign} isMain /> : null}
        >
          Import the customers from an Excel or CSV file.{' '}
          {hasStarted
            ? `The dialer calls them ${hoursOf(campaign)}.`
            : `They are called when you start the campaign, ${hoursOf(campaign)}.`}
        </EmptyState>
      </Panel>
    );
  return (
    <Panel title="Progress">
      <Group justify="space-between" mb={6} gap="xs">
        <Text fz="1.375rem" fw={600} lh={1.3} className="tabular">
          {formatPercent(customers.total === 0 ? 0 : finished / customers.total)}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          {formatNumber(finished)} of {formatCount(customers.total, 'customer')} finished
        </Text>
      </Group>
      <CustomerParts campaignId={campaignId} customers={customers} />
      <Text size="sm" fw={600} mt="md" mb={6} className="tabular">
        {formatNumber(over)} of {formatCount(all, 'call')} ended
      </Text>
      <div className="progress-whole" aria-hidden="true">
        {outcomes.map(([outcome, calls]) => (
          <span
            key={outcome}
            style={{ width: `${(calls / all) * 100}%`, background: meaningOf(outcome).color }}
          />
        ))}
      </div>
      <Text size="sm" mt="sm" className="tabular">
        {statuses.map(([status, calls], index) => (
          <Fragment key={status}>
            {index > 0 ? ' · ' : null}
            <AppLink to="/calls" search={{ campaignId, status }}>
              {formatLabel(status)} {formatNumber(calls)}
            </AppLink>
          </Fragment>
        ))}
      </Text>
      <Outcomes campaignId={campaignId} outcomes={outcomes} all={all} />
    </Panel>
  );
}

/** How many calls ended for each reason, each with a link to them. */
function Outcomes({
  campaignId,
  outcomes,
  all,
}: {
  campaignId: string;
  outcomes: [string, number][];
  /** The number of calls, of which percentages are. */
  all: number;
}) {
  if (outcomes.length === 0)
    return (
      <Text size="sm" c="dimmed" mt="xs">
        No calls have ended yet. Outcomes appear here as calls end.
      </Text>
    );
  return (
    <ul className="plain-list" style={{ marginTop: 8 }}>
      {outcomes.map(([outcome, calls]) => (
        <li key={outcome} className="progress-outcome">
          <ToneMark {...markOf(outcome)} />
          <Link to="/calls" search={{ campaignId, outcome }} className="row-link">
            {formatLabel(outcome)}
          </Link>
          <span>{formatNumber(calls)}</span>
          <span>{formatPercent(calls / all)}</span>
        </li>
      ))}
    </ul>
  );
}
