import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AppLink, formatDuration, formatMoney, formatNumber, Panel } from '../../ui/index.ts';
import { reasonsOf } from '../call-outcomes/index.ts';
import { type Compared, type Comparison, formatRate } from './comparison.ts';
import { givenUpCalls } from './given-up-calls.ts';
import { StateBadge } from './state-badge.tsx';

interface Row {
  title: string;
  /** The length of the bar; null for none. */
  amountOf: (campaign: Compared) => number | null;
  textOf: (campaign: Compared) => string;
  /** The filters of the calls behind the figure. */
  search?: Record<string, string>;
}

const answeredCalls = { status: 'ended,canceled', durationGte: '0' };
const reachedCalls = { outcome: 'talked' };

const number = (value: number | null) => (value === null ? '—' : formatNumber(Math.round(value * 100) / 100));

function rowsOf(currency: string | null): Row[] {
  return [
    {
      title: 'Customers reached',
      amountOf: ({ customers }) => customers.reached,
      textOf: ({ customers }) => formatNumber(customers.reached),
      search: reachedCalls,
    },
    {
      title: 'Reached, of those finished',
      amountOf: ({ reachedRate }) => reachedRate,
      textOf: ({ reachedRate }) => formatRate(reachedRate),
      search: reachedCalls,
    },
    {
      title: 'Customers waiting',
      amountOf: ({ customers }) => customers.waiting,
      textOf: ({ customers }) => formatNumber(customers.waiting),
      // A customer whose call is live waits too.
      search: { status: 'queued,ringing,in-progress,forwarding' },
    },
    {
      title: 'Customers given up',
      amountOf: ({ customers }) => customers.givenUp,
      textOf: ({ customers }) => formatNumber(customers.givenUp),
      search: givenUpCalls,
    },
    ...rowsOfAttempts(currency),
  ];
}

function rowsOfAttempts(currency: string | null): Row[] {
  const money = (amount: string | null) =>
    amount === null ? '—' : currency ? formatMoney(amount, currency) : formatNumber(Number(amount));
  return [
    {
      title: 'Completion',
      amountOf: ({ completion }) => completion,
      textOf: ({ completion }) => formatRate(completion),
    },
    {
      title: 'Attempts',
      amountOf: ({ attempts }) => attempts,
      textOf: ({ attempts }) => formatNumber(attempts),
      search: {
        status: 'ended,canceled',
        outcome: ['talked', 'not-reached', 'failed'].flatMap(reasonsOf).join(','),
      },
    },
    {
      title: 'Attempts per customer reached',
      amountOf: ({ attemptsPerReached }) => attemptsPerReached,
      textOf: ({ attemptsPerReached }) => number(attemptsPerReached),
    },
    {
      title: 'Answered, of attempts',
      amountOf: ({ answerRate }) => answerRate,
      textOf: ({ answerRate }) => formatRate(answerRate),
      search: answeredCalls,
    },
    {
      title: 'Time talked',
      amountOf: ({ talkedSeconds }) => talkedSeconds,
      textOf: ({ talkedSeconds }) => formatDuration(talkedSeconds * 1000),
      search: answeredCalls,
    },
    {
      title: 'Mean length',
      amountOf: meanOf,
      textOf: (campaign) => (meanOf(campaign) === null ? '—' : formatDuration(meanOf(campaign)! * 1000)),
      search: answeredCalls,
    },
    {
      title: 'Cost',
      amountOf: ({ cost }) => Number(cost),
      textOf: ({ cost, isPriced }) => money(isPriced ? cost : null),
      search: { status: 'ended,canceled', costGte: '0' },
    },
    {
      title: 'Cost per customer reached',
      amountOf: ({ costPerReached }) => (costPerReached === null ? null : Number(costPerReached)),
      textOf: ({ costPerReached, isPriced }) => money(isPriced ? costPerReached : null),
    },
  ];
}

function meanOf({ talkedSeconds, answered }: Compared): number | null {
  return answered === 0 ? null : talkedSeconds / answered;
}

/** The figures of the campaigns, a column for each. */
export function CompareTable({
  comparison: { campaigns, currency, isComplete },
}: {
  comparison: Comparison;
}) {
  return (
    <Panel
      title="Figures"
      {...(isComplete ? {} : { description: 'Calls from before an upgrade are still being added.' })}
    >
      <CompareGrid label="Figures of the campaigns" first="Figure" campaigns={campaigns} hasState>
        {rowsOf(currency).map(({ title, amountOf, textOf, search }) => (
          <CompareRow
            key={title}
            title={title}
            campaigns={campaigns}
            amountOf={amountOf}
            textOf={textOf}
            searchOf={(campaign) => (search ? { campaignId: campaign.campaignId, ...search } : null)}
          />
        ))}
      </CompareGrid>
      {campaigns.every(({ isPriced }) => isPriced) ? null : (
        <Text size="xs" c="dimmed" mt="xs">
          — as cost: all calls ended while there were no{' '}
          <AppLink to="/settings/prices" className="app-link underlined">
            prices
          </AppLink>
          .
        </Text>
      )}
    </Panel>
  );
}

interface CompareGridProps {
  label: string;
  /** The title of the first column. */
  first: string;
  campaigns: readonly Compared[];
  hasState?: boolean;
  children: ReactNode;
}

/** A table with a column for each campaign. */
export function CompareGrid({ label, first, campaigns, hasState = false, children }: CompareGridProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="compare" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {campaigns.map((campaign) => (
              <th key={campaign.campaignId} scope="col">
                <AppLink to="/campaigns/$campaignId" params={{ campaignId: campaign.campaignId }}>
                  {campaign.name}
                </AppLink>{' '}
                {hasState ? <StateBadge campaign={campaign} /> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

interface CompareRowProps {
  title: ReactNode;
  campaigns: readonly Compared[];
  amountOf: (campaign: Compared) => number | null;
  textOf: (campaign: Compared) => string;
  /** Returns the filters of the calls behind a figure; null for no link. */
  searchOf: (campaign: Compared) => Record<string, string> | null;
}

/** One figure of each campaign, with bars that are as long as the figures are large. */
export function CompareRow({ title, campaigns, amountOf, textOf, searchOf }: CompareRowProps) {
  const most = Math.max(...campaigns.map((campaign) => amountOf(campaign) ?? 0));
  return (
    <tr>
      <th scope="row">{title}</th>
      {campaigns.map((campaign) => {
        const amount = amountOf(campaign) ?? 0;
        const search = amount > 0 ? searchOf(campaign) : null;
        return (
          <td key={campaign.campaignId}>
            {search ? (
              <AppLink to="/calls" search={search}>
                {textOf(campaign)}
              </AppLink>
            ) : (
              textOf(campaign)
            )}
            <span
              className="compare-bar"
              style={{ width: `${most === 0 ? 0 : (amount / most) * 100}%` }}
              aria-hidden="true"
            />
          </td>
        );
      })}
    </tr>
  );
}
