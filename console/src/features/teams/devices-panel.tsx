import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schema } from '../../api/index.ts';
import {
  ConfirmItem,
  EmptyState,
  FactList,
  FormDialog,
  LoopbackNote,
  MoreMenu,
  NameField,
  Panel,
  SecretOnce,
  StatusBadge,
  TimeText,
  useDraft,
  useFocusReturn,
} from '../../ui/index.ts';
import { devicesQuery } from './queries.ts';

type Device = Schema<'Device'>;
type NewDevice = Schema<'NewDevice'>;

/** The softphones and IP phones of the member, on which calls of teams can ring in place of the browser. */
export function DevicesPanel() {
  const { data } = useQuery(devicesQuery);
  const devices = data?.devices ?? [];
  return (
    <Panel title="Softphones and IP phones" aside={<AddDeviceButton />}>
      {devices.length === 0 ? (
        <EmptyState title="No softphone or IP phone yet">
          Add one to take calls on it in place of the browser.
        </EmptyState>
      ) : (
        <Stack gap="sm">
          {devices.map((device) => (
            <DeviceRow key={device.deviceId} device={device} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function DeviceRow({ device: { deviceId, name, username, registrations } }: { device: Device }) {
  const remove = () =>
    read(api.DELETE('/api/devices/{deviceId}', { params: { path: { deviceId } } })) as Promise<unknown>;
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          <StatusBadge {...(registrations.length > 0 ? registered : notRegistered)} />
        </Group>
        <Text size="sm" c="dimmed">
          User name {username}
        </Text>
        {registrations.map(({ userAgent, transport, address, registeredAt, refreshedAt }) => (
          <Text key={`${transport} ${address} ${registeredAt}`} size="sm" c="dimmed">
            {userAgent ?? 'A device'} at {address} over {transport.toUpperCase()}, seen{' '}
            <TimeText at={refreshedAt} />
          </Text>
        ))}
      </div>
      <MoreMenu label={`More actions for ${name}`} isSmall>
        <ConfirmItem
          isDestructive
          consequence="No call rings there any more, and it cannot register again."
          onConfirm={remove}
          refreshes={['devices']}
          done={`${name} was removed.`}
        >
          Remove
        </ConfirmItem>
      </MoreMenu>
    </Group>
  );
}

const registered = { status: 'registered', tone: 'good' } as const;
const notRegistered = { status: 'not registered', tone: 'neutral' } as const;

function AddDeviceButton() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [added, setAdded] = useState<NewDevice | null>(null);
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Add device
      </Button>
      {isOpen ? <AddDeviceDialog onAdded={setAdded} onClose={close} /> : null}
      {added === null ? null : <AddedDialog device={added} onClose={() => setAdded(null)} />}
    </>
  );
}

const blank = {
  name: '',
  mediaEncryption: 'off' as Device['mediaEncryption'],
  digest: 'MD5' as Device['digest'],
};

function AddDeviceDialog({
  onAdded,
  onClose,
}: {
  onAdded: (device: NewDevice) => void;
  onClose: () => void;
}) {
  const form = useDraft(blank);
  return (
    <FormDialog
      title="Add device"
      action="Add device"
      size="md"
      form={form}
      onSubmit={() => read(api.POST('/api/devices', { body: form.draft }))}
      refreshes={['devices']}
      onSaved={onAdded}
      onClose={onClose}
    >
      {({ draft, change, errorOf, value }) => (
        <>
          <NameField description="Such as “Phone in the office”." {...value('name')} />
          <Select
            label="Encryption of the audio"
            description="Needs SIP over TLS, because the keys are in the signalling. Web phones always encrypt."
            data={[
              { value: 'off', label: 'Off' },
              { value: 'optional', label: 'Where the device can (SRTP)' },
              { value: 'required', label: 'Always (SRTP)' },
            ]}
            allowDeselect={false}
            value={draft.mediaEncryption}
            onChange={(mediaEncryption) => mediaEncryption && change({ mediaEncryption })}
            error={errorOf('mediaEncryption')}
          />
          <Select
            label="Password digest"
            description="How the device proves its password. Every device supports MD5. Choose SHA-256 if yours supports it: JsSIP does not."
            data={['MD5', 'SHA-256']}
            allowDeselect={false}
            value={draft.digest}
            onChange={(digest) => digest && change({ digest })}
            error={errorOf('digest')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Shows once what is typed into the device. */
function AddedDialog({ device, onClose }: { device: NewDevice; onClose: () => void }) {
  useFocusReturn();
  const { name, username, password, server } = device;
  return (
    <Modal opened onClose={onClose} title={name} size="lg" closeOnClickOutside={false} closeOnEscape={false}>
      <Stack gap="md">
        <Text size="sm">Type this into the softphone, IP phone or web phone:</Text>
        <FactList
          facts={[
            ['User name', username],
            ['Server (domain)', server.host ?? 'The address of this service. The operator has set none.'],
            ['Port over UDP or TCP', String(server.port)],
            ['Port over TLS', server.tlsPort === null ? 'No certificate is set' : String(server.tlsPort)],
            ...(server.webSocketUrl === null ? [] : [['Web phone URL', server.webSocketUrl] as const]),
          ]}
        />
        {server.host === null ? null : (
          <LoopbackNote
            host={server.host}
            subject="The server’s address"
            settings={['PARLEY_SIP_HOST', 'PARLEY_PUBLIC_ADDRESS']}
          />
        )}
        <SecretOnce secret={password ?? ''} title="Password">
          If it is lost, remove the device and add it again.
        </SecretOnce>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
