import { Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDuration, formatNumber } from '../../ui/index.ts';
import { changeOf, connectedOf, costText, type Figures, formatShare, pointsOf } from './figures-of.ts';

interface MainFiguresProps {
  total: Figures;
  before: Figures | undefined;
  /** True until the range before is counted. */
  isComparing: boolean;
  /** Null when no call has a cost and there are no prices. */
  currency: string | null;
  /** The filters of the list with these calls. */
  calls: Record<string, string>;
}

/** The main figures of the range, each compared with the range before. */
export function MainFigures({ total, before, isComparing, currency, calls }: MainFiguresProps) {
  const meanMs = (of: Figures) => (of.answered === 0 ? 0 : (of.talkedSeconds * 1000) / of.answered);
  const compared = <Value,>(
    of: (figures: Figures) => Value,
    compare: (a: Value, b: Value) => string | null,
  ): string => {
    if (!before) return isComparing ? '…' : 'the previous period could not be read';
    if (before.calls === 0) return 'no calls in the previous period';
    const change = compare(of(total), of(before));
    return change === null ? 'none in the previous period' : `${change} vs. previous period`;
  };
  const costChange = () => {
    if (!total.isPriced) return 'there were no prices';
    if (before && before.calls > 0 && !before.isPriced) return 'no prices in the previous period';
    return compared((of) => Number(of.cost), changeOf);
  };
  const answered = (of: Figures) => [of.answered, of.calls] as const;
  const connected = (of: Figures) => [connectedOf(of), of.calls] as const;
  const figures = [
    ['Calls', formatNumber(total.calls), compared((of) => of.calls, changeOf), {}],
    ['Answered', formatShare(...answered(total)), compared(answered, pointsOf), { durationGte: '0' }],
    ['Connected', formatShare(...connected(total)), compared(connected, pointsOf), { outcome: 'talked' }],
    [
      'Time talked',
      formatDuration(total.talkedSeconds * 1000),
      compared((of) => of.talkedSeconds, changeOf),
      { durationGte: '0' },
    ],
    ['Mean length', formatDuration(meanMs(total)), compared(meanMs, changeOf), { durationGte: '0' }],
    ['Cost', costText(total, currency), costChange(), { costGte: '0' }],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, md: 3, xl: 6 }} spacing="md">
      {figures.map(([name, value, change, own]) => (
        <Paper key={name} withBorder px="md" py="sm" pos="relative">
          <Text size="sm" c="dimmed">
            <Link to="/calls" search={{ ...calls, ...own }} className="row-link">
              {name}
            </Link>
          </Text>
          <Text fz="1.375rem" fw={600} lh={1.3} className="tabular">
            {value}
          </Text>
          <Text size="xs" c="dimmed">
            {change}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
