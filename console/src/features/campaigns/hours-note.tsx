import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { formatUpcoming } from '../../ui/index.ts';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

interface HoursNoteProps {
  /** Empty when none is chosen. */
  scheduleId: string;
  daytimeOnly: boolean;
}

/** Says beside a schedule that its hours, or those of the campaign, are closed now, and when they open. */
export function HoursNote({ scheduleId, daytimeOnly }: HoursNoteProps) {
  const { data } = useQuery({
    queryKey: ['schedules', 'next-open', scheduleId],
    queryFn: ({ signal }) => {
      const params = { path: { scheduleId }, query: { timeZone } };
      return read(api.GET('/api/schedules/{scheduleId}/next-open', { params, signal }));
    },
    enabled: useCan('schedules:read') && scheduleId !== '',
  });
  const hour = new Date().getHours();
  const notes = [
    data?.open === false ? closedSchedule(data) : '',
    daytimeOnly && (hour < 8 || hour >= 21)
      ? 'For customers on your clock it is night: their calls begin at 8:00.'
      : '',
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" role="note">
      {notes.join(' ')}
    </Text>
  );
}

function closedSchedule({ timeZoneSource, nextOpen }: Schema<'NextOpen'>): string {
  const whom = timeZoneSource === 'schedule' ? '' : ' for customers on your clock';
  return nextOpen === null
    ? `The schedule is closed now${whom}, and does not open within 400 days.`
    : `The schedule is closed now${whom}. It opens ${formatUpcoming(nextOpen)}, your time.`;
}
