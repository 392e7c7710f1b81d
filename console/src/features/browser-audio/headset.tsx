import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { canChooseLoudspeaker, chooseDevice, chosenDevice, type DeviceKind, useDevices } from './devices.ts';
import { LevelMeters, type MeteredSide } from './level-meters.tsx';
import { useHeadsetCheck } from './use-headset-check.ts';

const ownSide: readonly MeteredSide<{ own: number }>[] = [{ of: 'own', label: 'You', name: 'Your volume' }];

const labels: Record<DeviceKind, string> = { audioinput: 'Microphone', audiooutput: 'Loudspeaker' };
const kinds: readonly DeviceKind[] = canChooseLoudspeaker ? ['audioinput', 'audiooutput'] : ['audioinput'];

/**
 * Chooses the microphone and the loudspeaker of this browser's calls, and lets the user check both before a customer hears them.
 * `since` changes when the browser may have been allowed to use a microphone.
 */
export function Headset({ since = null }: { since?: unknown }) {
  const check = useHeadsetCheck();
  const devices = useDevices(`${since} ${check.isOn}`);
  const [, setChosen] = useState(0);
  const choose = (kind: DeviceKind, deviceId: string | null) => {
    chooseDevice(kind, deviceId);
    setChosen((times) => times + 1);
    // The check goes on with the device that was chosen.
    if (check.isOn) void check.start();
  };
  return (
    <>
      <Group gap="md" align="flex-end">
        {kinds.map((kind) => (
          <DeviceSelect key={kind} kind={kind} devices={devices[kind]} onChange={choose} />
        ))}
        <Button variant="default" onClick={check.isOn ? check.stop : () => void check.start()}>
          {check.isOn ? 'Stop the check' : 'Check headset'}
        </Button>
        {check.isOn ? <LevelMeters levels={check.levels} sides={ownSide} /> : null}
      </Group>
      <Text size="sm" mt={4} role="status" {...(check.problem === null ? { c: 'dimmed' } : { c: 'red' })}>
        {check.problem ?? (check.isOn ? 'You heard two notes. Speak, and the bar moves.' : '')}
      </Text>
    </>
  );
}

function DeviceSelect({
  kind,
  devices,
  onChange,
}: {
  kind: DeviceKind;
  devices: readonly { value: string; label: string }[];
  onChange: (kind: DeviceKind, deviceId: string | null) => void;
}) {
  if (devices.length < 2) return null;
  const chosen = chosenDevice(kind);
  return (
    <Select
      label={labels[kind]}
      placeholder="The browser’s choice"
      data={devices}
      clearable
      // The device that was chosen earlier may be disconnected now.
      value={devices.some(({ value }) => value === chosen) ? chosen : null}
      onChange={(deviceId) => onChange(kind, deviceId)}
    />
  );
}
