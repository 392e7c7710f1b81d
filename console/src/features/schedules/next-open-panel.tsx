import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, api, read } from '../../api/index.ts';
import { ErrorState, FactList, formatInstant, Panel, StatusBadge } from '../../ui/index.ts';
import type { Schedule } from './schedule-labels.ts';

/** Shows when a number could be called next, by the dialer's own rules. */
export function NextOpenPanel({ schedule: { scheduleId, timeZone } }: { schedule: Schedule }) {
  const [phoneNumber, setPhoneNumber] = useState('');
  const ask = useMutation({
    mutationFn: () => {
      const query = phoneNumber.trim() === '' ? {} : { phoneNumber: phoneNumber.trim() };
      const params = { path: { scheduleId }, query };
      return read(api.GET('/api/schedules/{scheduleId}/next-open', { params }));
    },
  });
  const { data, error } = ask;
  const said =
    error instanceof ApiFailure ? error.fields.find(({ field }) => /phoneNumber/.test(field)) : null;
  return (
    <Panel title="Next open time for a number">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate();
        }}
      >
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label="Phone number"
            placeholder="+1…"
            type="tel"
            value={phoneNumber}
            onChange={({ currentTarget }) => setPhoneNumber(currentTarget.value)}
            error={Boolean(said)}
            required={timeZone === 'customer'}
            style={{ flex: 1 }}
          />
          <Button type="submit" variant="default" loading={ask.isPending}>
            Check
          </Button>
        </Group>
      </form>
      <div aria-live="polite" style={{ marginTop: 12 }}>
        {error ? <ErrorState error={error} /> : null}
        {data && !error ? (
          <>
            <FactList
              facts={[
                [
                  'Now',
                  <StatusBadge
                    key="now"
                    status={data.open ? 'open' : 'closed'}
                    tone={data.open ? 'good' : 'waiting'}
                  />,
                ],
                [
                  'Next open time',
                  data.nextOpen === null ? 'Not within 400 days' : formatInstant(data.nextOpen),
                ],
                ['Time zones', data.timeZones.join(', ') || 'Unknown'],
              ]}
            />
            <Text size="sm" c="dimmed" mt="xs">
              {data.explanation}
            </Text>
          </>
        ) : null}
      </div>
    </Panel>
  );
}
