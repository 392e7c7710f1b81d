import './schedules.css';
import { Grid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, read, useCan } from '../../api/index.ts';
import {
  AppLink,
  ConfirmItem,
  FactList,
  formatDay,
  MoreMenu,
  Page,
  Panel,
  UnloadedPage,
} from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import { NextOpenPanel } from './next-open-panel.tsx';
import { ScheduleButton } from './schedule-dialog.tsx';
import { clockOf, type Schedule } from './schedule-labels.ts';
import { WeekGrid } from './week-grid.tsx';

const route = getRouteApi('/frame/schedules/$scheduleId');

/** One schedule: its week, exceptions, and when a number could be called. */
export function SchedulePage() {
  const { scheduleId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['schedules', 'one', scheduleId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/schedules/{scheduleId}', { params: { path: { scheduleId } }, signal })),
  });
  const back = <Back />;
  if (data) return <LoadedSchedule schedule={data} back={back} />;
  return <UnloadedPage title="Schedule" id={scheduleId} back={back} skeleton={320} {...{ error, refetch }} />;
}

/** Leads to the campaign whose page led here, also after the schedule was saved. */
function Back() {
  const { campaignId } = route.useSearch();
  return campaignId === undefined ? (
    <AppLink to="/schedules">← Schedules</AppLink>
  ) : (
    <AppLink to="/campaigns/$campaignId" params={{ campaignId }}>
      ← Campaign <NameOf kind="campaigns" id={campaignId} />
    </AppLink>
  );
}

function LoadedSchedule({ schedule, back }: { schedule: Schedule; back: ReactNode }) {
  const { name, timeZone, windows, scheduleId, version } = schedule;
  const mayWrite = useCan('schedules:write');
  return (
    <Page
      title={name}
      back={back}
      description={clockOf(timeZone)}
      actions={
        mayWrite ? (
          <>
            <ScheduleButton schedule={schedule}>Edit schedule</ScheduleButton>
            <MoreMenu>
              <DeleteSchedule schedule={schedule} />
            </MoreMenu>
          </>
        ) : null
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Panel title="Weekly hours">
            <WeekGrid windows={windows} />
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <NextOpenPanel schedule={schedule} />
            <Exceptions exceptions={schedule.exceptions} />
            <Panel title="Details">
              <FactList
                facts={[
                  ['Version', version],
                  ['Schedule id', <code key="id">{scheduleId}</code>],
                ]}
              />
            </Panel>
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Exceptions({ exceptions }: Pick<Schedule, 'exceptions'>) {
  const sorted = exceptions.toSorted((one, other) => one.date.localeCompare(other.date));
  return (
    <Panel title="Exceptions">
      {sorted.length === 0 ? (
        <Text size="sm" c="dimmed">
          No exceptions. Add a holiday to close that day or change its hours.
        </Text>
      ) : null}
      <FactList
        facts={sorted.map(({ date, windows }) => [
          formatDay(date),
          windows.map(({ start, end }) => `${start}–${end}`).join(', ') || 'Closed',
        ])}
      />
    </Panel>
  );
}

function DeleteSchedule({ schedule: { scheduleId } }: { schedule: Schedule }) {
  const navigate = useNavigate();
  const remove = async () => {
    await read(api.DELETE('/api/schedules/{scheduleId}', { params: { path: { scheduleId } } }));
    await navigate({ to: '/schedules' });
  };
  return (
    <ConfirmItem
      isDestructive
      consequence="New calls can no longer use it. This cannot be undone."
      onConfirm={remove}
      refreshes={['schedules']}
      done="The schedule was deleted."
    >
      Delete schedule
    </ConfirmItem>
  );
}
