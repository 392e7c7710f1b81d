import { Link, useNavigate } from '@tanstack/react-router';
import { api, read, useCan, usePages } from '../../api/index.ts';
import { type Column, DataTable, EmptyState, formatNumber, Page, TimeText } from '../../ui/index.ts';
import { ScheduleButton } from './schedule-dialog.tsx';
import { clockOf, dayLabels, days, type Schedule } from './schedule-labels.ts';

const pageSize = 50;

export function SchedulesPage() {
  const navigate = useNavigate();
  const mayWrite = useCan('schedules:write');
  const pages = usePages({
    queryKey: ['schedules', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/schedules', { params: { query: { pageSize, pageToken } }, signal })),
    rowsOf: ({ schedules }) => schedules,
  });
  const add = mayWrite ? (
    <ScheduleButton
      schedule={null}
      onSaved={({ scheduleId }) => void navigate({ to: '/schedules/$scheduleId', params: { scheduleId } })}
    >
      Add schedule
    </ScheduleButton>
  ) : null;
  return (
    <Page title="Schedules" description="The hours in which customers may be called." actions={add}>
      <DataTable
        label="Schedules"
        columns={columns}
        pages={pages}
        rowKey={({ scheduleId }) => scheduleId}
        skeletonRows={4}
        empty={
          <EmptyState title="No schedules yet" isReadOnly={!mayWrite} action={add}>
            A campaign needs a schedule: the weekly hours in which its customers may be called.
          </EmptyState>
        }
      />
    </Page>
  );
}

const columns: Column<Schedule>[] = [
  {
    id: 'name',
    title: 'Name',
    cell: ({ scheduleId, name }) => (
      <Link to="/schedules/$scheduleId" params={{ scheduleId }} className="row-link">
        {name}
      </Link>
    ),
  },
  {
    id: 'days',
    title: 'Open days',
    width: 230,
    hiddenBelow: 'sm',
    cell: ({ windows }) =>
      days
        .filter((day) => windows.some((window) => window.days.includes(day)))
        .map((day) => dayLabels[day])
        .join(' '),
  },
  { id: 'clock', title: 'Time zone', width: 180, cell: ({ timeZone }) => clockOf(timeZone) },
  {
    id: 'exceptions',
    title: 'Exceptions',
    width: 100,
    align: 'right',
    hiddenBelow: 'md',
    cell: ({ exceptions }) => formatNumber(exceptions.length),
  },
  {
    id: 'updated',
    title: 'Updated',
    width: 112,
    align: 'right',
    hiddenBelow: 'sm',
    cell: ({ updatedAt }) => <TimeText at={updatedAt} />,
  },
];
