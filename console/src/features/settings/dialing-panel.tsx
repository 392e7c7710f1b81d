import { Group, Text } from '@mantine/core';
import { ConfirmButton, Panel, StatusBadge } from '../../ui/index.ts';
import type { PanelProps } from './panel-props.ts';
import { useChangeOrganization } from './queries.ts';

/** Pauses or resumes all outbound calls. */
export function DialingPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  const isOn = organization.dialing === 'on';
  const aside = <StatusBadge status={isOn ? 'On' : 'Off'} tone={isOn ? 'good' : 'bad'} />;
  return (
    <Panel title="Outbound dialing" aside={aside}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw={560}>
          {isOn
            ? 'Calls are dialed within campaigns, schedules and limits.'
            : 'No outbound calls are made. Queued calls wait, and inbound calls are answered.'}
        </Text>
        {isReadOnly ? null : (
          <ConfirmButton
            isDestructive={isOn}
            consequence={
              isOn
                ? 'All outbound calls are hung up within a second and no more are dialed. Queued calls wait, and inbound calls continue. To let conversations finish, pause the campaigns instead.'
                : 'Queued calls are dialed again immediately, within schedules and limits.'
            }
            onConfirm={() => change({ dialing: isOn ? 'off' : 'on' })}
            done={isOn ? 'Dialing stopped.' : 'Dialing resumed.'}
          >
            {isOn ? 'Stop dialing' : 'Resume dialing'}
          </ConfirmButton>
        )}
      </Group>
    </Panel>
  );
}
