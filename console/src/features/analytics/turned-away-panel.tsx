import { useQuery } from '@tanstack/react-query';
import { ErrorState, formatNumber, Panel } from '../../ui/index.ts';
import { TurnedAwayFigures, turnedAwayQuery } from '../turned-away/index.ts';
import type { DateRange } from './range.ts';

/** The callers of a range who were turned away. Nothing when there were none. */
export function TurnedAwayPanel({ name, range: { from, to } }: { name: string; range: DateRange }) {
  const { data, error, refetch } = useQuery(turnedAwayQuery({ name, from, to }));
  if (error && !data)
    return (
      <Panel title="Calls turned away">
        <ErrorState error={error} retry={() => void refetch()} />
      </Panel>
    );
  if (!data || data.total === 0) return null;
  return (
    <Panel
      title="Calls turned away"
      description={
        data.total === 1
          ? 'One inbound call could not be taken. It has no record, and is not among the calls of this page.'
          : `${formatNumber(data.total)} inbound calls could not be taken. They have no record, and are not among the calls of this page.`
      }
    >
      <TurnedAwayFigures data={data} hasNumbers />
    </Panel>
  );
}
