import './schedules.css';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { api, read } from '../../api/index.ts';
import { DialogButton, FormDialog, NameField, useDraft } from '../../ui/index.ts';
import { ExceptionFields } from './exception-fields.tsx';
import { newSchedule, type Schedule, usualHours } from './schedule-labels.ts';
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

type DialogProps = Omit<ScheduleButtonProps, 'children'> & { onClose: () => void };

function ScheduleDialog({ schedule, onSaved, onClose }: DialogProps) {
  const { name, timeZone, windows, exceptions } = schedule ?? newSchedule;
  const form = useDraft({ name, timeZone, windows, exceptions });
  const save = () => {
    const body = form.draft;
    if (schedule === null) return read(api.POST('/api/schedules', { body }));
    const params = { path: { scheduleId: schedule.scheduleId } };
    return read(api.PATCH('/api/schedules/{scheduleId}', { params, body }));
  };
  const isCustomers = form.draft.timeZone === 'customer';
  const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <FormDialog
      title={schedule === null ? 'Add schedule' : 'Edit schedule'}
      action="Save schedule"
      form={form}
      version={schedule?.version}
      onSubmit={save}
      refreshes={['schedules']}
      done="The schedule was saved."
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ draft, change, text, value }) => (
        <>
          <UsualHours draft={draft} onChange={change} />
          <NameField {...value('name')} />
          <Checkbox
            label="Use the customer's time zone"
            checked={isCustomers}
            onChange={({ currentTarget }) =>
              change({ timeZone: currentTarget.checked ? 'customer' : ownTimeZone })
            }
          />
          {isCustomers ? null : (
            <TextInput
              label="Time zone"
              description="An IANA time zone, such as Europe/London."
              {...text('timeZone')}
              required
            />
          )}
          <WindowFields {...value('windows')} />
          <ExceptionFields {...value('exceptions')} />
        </>
      )}
    </FormDialog>
  );
}

interface UsualHoursProps {
  draft: Pick<Schedule, 'name' | 'windows'>;
  onChange: (changed: Partial<UsualHoursProps['draft']>) => void;
}

/** Fills in hours that many schedules have. They also name the schedule, unless it has a name of its own. */
function UsualHours({ draft: { name, windows }, onChange }: UsualHoursProps) {
  const isOwnName = name.trim() !== '' && !Object.hasOwn(usualHours, name);
  return (
    <Group gap={6} role="group" aria-label="Usual hours">
      {Object.entries(usualHours).map(([label, usual]) => {
        const isChosen = JSON.stringify(windows) === JSON.stringify(usual);
        return (
          <Button
            key={label}
            size="xs"
            variant={isChosen ? 'light' : 'default'}
            aria-pressed={isChosen}
            onClick={() => onChange({ windows: usual, ...(isOwnName ? {} : { name: label }) })}
          >
            {label}
          </Button>
        );
      })}
    </Group>
  );
}
