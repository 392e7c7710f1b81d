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

/** What one has to say of a trunk, the most needed first. */
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
        <NumberInput label="Port" placeholder="By DNS" {...amount('port')} max={65535} />
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
          placeholder={hasPassword ? 'Stays as it is' : ''}
          autoComplete="new-password"
          {...text('password')}
        />
      </SimpleGrid>
      <Checkbox
        label="Register at the carrier as this user"
        checked={draft.register}
        onChange={({ currentTarget }) => change({ register: currentTarget.checked })}
        error={errorOf('register')}
      />
      <Textarea
        label="Addresses that calls may come from"
        description="IP addresses or CIDRs. Left empty: what the host resolves to."
        autosize
        minRows={1}
        value={draft.allowedAddresses}
        onChange={({ currentTarget }) => change({ allowedAddresses: currentTarget.value })}
        error={errorOf('allowedAddresses')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NumberInput label="Calls a second" placeholder="No limit" {...amount('maxCallsPerSecond')} />
        <NumberInput label="At one time" placeholder="No limit" {...amount('maxConcurrentCalls')} />
        <NumberInput label="Asked every, s" placeholder="Never" {...amount('optionsIntervalSeconds')} />
      </SimpleGrid>
      <MultiSelect
        label="Codecs"
        description="In the order of preference."
        data={['PCMU', 'PCMA', 'G722', 'OPUS']}
        value={draft.codecs}
        onChange={(codecs) => change({ codecs: codecs as TrunkDraft['codecs'] })}
        error={errorOf('codecs')}
      />
      <Select
        label="Encrypted audio (SRTP)"
        data={[
          { value: 'off', label: 'Off' },
          { value: 'optional', label: 'Where the other side can' },
          { value: 'required', label: 'Required' },
        ]}
        value={draft.mediaEncryption}
        onChange={(value) => change({ mediaEncryption: (value ?? 'off') as TrunkDraft['mediaEncryption'] })}
        error={errorOf('mediaEncryption')}
        allowDeselect={false}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextInput
          label="Dials in country"
          placeholder="That of the number"
          maxLength={2}
          {...dialed('dialCountry', 'country')}
        />
        <TextInput
          label="Exit codes"
          placeholder="Those of the country"
          {...dialed('exitCodes', 'exitCodes')}
        />
        <TextInput label="Outside line" placeholder="No digits" {...dialed('linePrefixes', 'linePrefixes')} />
      </SimpleGrid>
      <Checkbox
        label="The other side may put us through to somebody else (REFER)"
        checked={draft.acceptTransfers}
        onChange={({ currentTarget }) => change({ acceptTransfers: currentTarget.checked })}
        error={errorOf('acceptTransfers')}
      />
    </>
  );
}
