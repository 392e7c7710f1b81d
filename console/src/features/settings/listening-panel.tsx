import { Group, Text } from '@mantine/core';
import { ConfirmButton, Panel, StatusBadge } from '../../ui/index.ts';
import type { PanelProps } from './panel-props.ts';
import { useChangeOrganization } from './queries.ts';

/** Permits or forbids listening to live calls. */
export function ListeningPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  const isOn = organization.listening === 'on';
  const aside = <StatusBadge status={isOn ? 'On' : 'Off'} tone={isOn ? 'good' : 'neutral'} />;
  return (
    <Panel title="Listening to live calls" aside={aside}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw={560}>
          {isOn
            ? 'Members whose role permits it can listen to live calls. The audit log names each.'
            : 'No member can listen to live calls.'}
        </Text>
        {isReadOnly ? null : (
          <ConfirmButton
            consequence={
              isOn
                ? 'Members who are listening are disconnected within seconds.'
                : 'Admins, Agent Managers and Support can listen to live calls.'
            }
            onConfirm={() => change({ listening: isOn ? 'off' : 'on' })}
            done={isOn ? 'Listening is forbidden.' : 'Listening is permitted.'}
          >
            {isOn ? 'Forbid listening' : 'Permit listening'}
          </ConfirmButton>
        )}
      </Group>
    </Panel>
  );
}
