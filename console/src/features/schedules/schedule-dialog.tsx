import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/index.ts';
import { DialogButton, FormDialog, NameField, toastDone, useDraft } from '../../ui/index.ts';
import { ExceptionFields } from './exception-fields.tsx';
import type { Schedule } from './schedule-labels.ts';
import { WindowFields } from './window-fields.tsx';

interface ScheduleButtonProps {
  /** Null creates a schedule. */
  schedule: Schedule | null;
  onSaved?: (schedule: Schedule) => void;
  children: string;
}

export function ScheduleButton({ children, ...dialog }: ScheduleButtonProps) {
  return (
    <DialogButton label={children}>{(close) => <ScheduleDialog {...dialog} onClose={close} />}</DialogButton>
  );
}

const workWeek: Schedule['windows'] = [
  { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '09:00', end: '17:00' },
];

type DialogProps = Omit<ScheduleButtonProps, 'children'> & { onClose: () => void };

function ScheduleDialog({ schedule, onSaved, onClose }: DialogProps) {
  const [openedAs] = useState(schedule?.version);
  const client = useQueryClient();
  const { draft, change, isDirty } = useDraft({
    name: schedule?.name ?? '',
    timeZone: schedule?.timeZone ?? 'customer',
    windows: schedule?.windows ?? workWeek,
    exceptions: schedule?.exceptions ?? [],
  });
  const submit = async () => {
    const saved = await (schedule === null
      ? read(api.POST('/api/schedules', { body: draft }))
      : read(
          api.PATCH('/api/schedules/{scheduleId}', {
            params: { path: { scheduleId: schedule.scheduleId } },
            body: draft,
          }),
        ));
    await client.invalidateQueries({ queryKey: ['schedules'] });
    return saved;
  };
  const isCustomers = draft.timeZone === 'customer';
  return (
    <FormDialog
      title={schedule === null ? 'Add schedule' : 'Edit schedule'}
      action="Save schedule"
      isDirty={isDirty}
      isOvertaken={openedAs !== schedule?.version}
      onSubmit={submit}
      onSaved={(saved) => {
        toastDone('The schedule was saved.');
        onSaved?.(saved);
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NameField value={draft.name} onChange={(name) => change({ name })} error={errorOf('name')} />
          <Checkbox
            label="Use the customer's time zone"
            checked={isCustomers}
            onChange={({ currentTarget }) =>
              change({
                timeZone: currentTarget.checked
                  ? 'customer'
                  : Intl.DateTimeFormat().resolvedOptions().timeZone,
              })
            }
          />
          {isCustomers ? null : (
            <TextInput
              label="Time zone"
              description="An IANA time zone, such as Europe/London."
              value={draft.timeZone}
              onChange={({ currentTarget }) => change({ timeZone: currentTarget.value })}
              error={errorOf('timeZone')}
              required
            />
          )}
          <WindowFields
            windows={draft.windows}
            onChange={(windows) => change({ windows })}
            error={errorOf('windows')}
          />
          <ExceptionFields
            exceptions={draft.exceptions}
            onChange={(exceptions) => change({ exceptions })}
            error={errorOf('exceptions')}
          />
        </>
      )}
    </FormDialog>
  );
}
