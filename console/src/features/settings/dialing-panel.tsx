import { Group, Text } from '@mantine/core';
import { ConfirmButton, Panel, StatusBadge } from '../../ui/index.ts';
import type { PanelProps } from './panel-props.ts';
import { useChangeOrganization } from './queries.ts';

/** The switch that stops everything that calls out. */
export function DialingPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  const isOn = organization.dialing === 'on';
  const aside = <StatusBadge status={isOn ? 'On' : 'Off'} tone={isOn ? 'good' : 'bad'} />;
  return (
    <Panel title="Outbound dialing" aside={aside}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw={560}>
          {isOn
            ? 'Calls are dialed as campaigns, schedules and limits allow.'
            : 'No outbound call is made. What waits stays in the queue, and inbound calls are answered as ever.'}
        </Text>
        {isReadOnly ? null : (
          <ConfirmButton
            {...(isOn ? { color: 'red', variant: 'light' } : {})}
            consequence={
              isOn
                ? 'Within a second no outbound call is dialed, those that ring are given up, and those that are spoken are hung up. Inbound calls go on, and what waits stays in the queue. To let conversations end by themselves, pause the campaigns in its place.'
                : 'What waits in the queue is dialed again at once, as schedules and limits allow.'
            }
            onConfirm={() => change({ dialing: isOn ? 'off' : 'on' })}
            done={isOn ? 'Dialing was stopped.' : 'Dialing goes on.'}
          >
            {isOn ? 'Stop dialing' : 'Resume dialing'}
          </ConfirmButton>
        )}
      </Group>
    </Panel>
  );
}
