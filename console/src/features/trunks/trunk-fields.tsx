import {
  Checkbox,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { DraftOf, ErrorOf } from '../../ui/index.ts';
import type { TrunkDraft } from './trunk-draft.ts';

interface TrunkFieldsProps {
  form: DraftOf<TrunkDraft>;
  errorOf: ErrorOf;
  hasPassword: boolean;
}

/** The fields of a trunk, the most important first. */
export function TrunkFields({ form: { draft, change }, errorOf, hasPassword }: TrunkFieldsProps) {
  const text = (name: 'name' | 'host' | 'username' | 'password') => ({
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
    error: errorOf(name),
  });
  const dialed = (name: 'dialCountry' | 'exitCodes' | 'linePrefixes', field: string) => ({
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
    error: errorOf(`dialPlan.${field}`),
  });
  const amount = (name: 'port' | 'maxCallsPerSecond' | 'maxConcurrentCalls' | 'optionsIntervalSeconds') => ({
    value: draft[name],
    onChange: (value: number | string) => change({ [name]: value }),
    error: errorOf(name),
    min: 1,
  });
  return (
    <>
      <TextInput label="Name" required data-autofocus {...text('name')} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextInput label="Host" placeholder="sip.example.com" required {...text('host')} />
        <NumberInput label="Port" placeholder="From DNS" {...amount('port')} max={65535} />
        <Select
          label="Transport"
          data={[
            { value: 'udp', label: 'UDP' },
            { value: 'tcp', label: 'TCP' },
            { value: 'tls', label: 'TLS' },
          ]}
          value={draft.transport}
          onChange={(value) => change({ transport: (value ?? 'udp') as TrunkDraft['transport'] })}
          error={errorOf('transport')}
          allowDeselect={false}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Username" autoComplete="off" {...text('username')} />
        <PasswordInput
          label="Password"
          placeholder={hasPassword ? 'Unchanged' : ''}
          autoComplete="new-password"
          {...text('password')}
        />
      </SimpleGrid>
      <Checkbox
        label="Register with the carrier as this user"
        checked={draft.register}
        onChange={({ currentTarget }) => change({ register: currentTarget.checked })}
        error={errorOf('register')}
      />
      <Textarea
        label="Allowed source addresses"
        description="IP addresses or CIDR ranges. If empty, the addresses of the host."
        autosize
        minRows={1}
        value={draft.allowedAddresses}
        onChange={({ currentTarget }) => change({ allowedAddresses: currentTarget.value })}
        error={errorOf('allowedAddresses')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NumberInput label="Calls per second" placeholder="No limit" {...amount('maxCallsPerSecond')} />
        <NumberInput label="Concurrent calls" placeholder="No limit" {...amount('maxConcurrentCalls')} />
        <NumberInput label="OPTIONS interval, s" placeholder="Never" {...amount('optionsIntervalSeconds')} />
      </SimpleGrid>
      <MultiSelect
        label="Codecs"
        description="In order of preference."
        data={['PCMU', 'PCMA', 'G722', 'OPUS']}
        value={draft.codecs}
        onChange={(codecs) => change({ codecs: codecs as TrunkDraft['codecs'] })}
        error={errorOf('codecs')}
      />
      <Select
        label="Encrypted audio (SRTP)"
        data={[
          { value: 'off', label: 'Off' },
          { value: 'optional', label: 'Optional' },
          { value: 'required', label: 'Required' },
        ]}
        value={draft.mediaEncryption}
        onChange={(value) => change({ mediaEncryption: (value ?? 'off') as TrunkDraft['mediaEncryption'] })}
        error={errorOf('mediaEncryption')}
        allowDeselect={false}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextInput
          label="Country"
          placeholder="Country of the number"
          maxLength={2}
          {...dialed('dialCountry', 'country')}
        />
        <TextInput
          label="International prefixes"
          placeholder="Country default"
          {...dialed('exitCodes', 'exitCodes')}
        />
        <TextInput
          label="Outside line prefix"
          placeholder="None"
          {...dialed('linePrefixes', 'linePrefixes')}
        />
      </SimpleGrid>
      <Checkbox
        label="Accept transfers from the other side (REFER)"
        checked={draft.acceptTransfers}
        onChange={({ currentTarget }) => change({ acceptTransfers: currentTarget.checked })}
        error={errorOf('acceptTransfers')}
      />
    </>
  );
}
