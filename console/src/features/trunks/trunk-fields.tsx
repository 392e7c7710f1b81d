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
import { CountryField, type DraftFields } from '../../ui/index.ts';
import type { TrunkDraft } from './trunk-draft.ts';

type FormFields = DraftFields<TrunkDraft>;

/** The fields of a trunk, the most important first. */
export function TrunkFields({ hasPassword, ...form }: FormFields & { hasPassword: boolean }) {
  return (
    <>
      <TextInput label="Name" required data-autofocus {...form.text('name')} />
      <AddressFields {...form} />
      <CredentialFields {...form} hasPassword={hasPassword} />
      <OtherFields {...form} />
    </>
  );
}

export function CredentialFields({ text, hasPassword }: FormFields & { hasPassword: boolean }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput label="Username" autoComplete="off" {...text('username')} />
      <PasswordInput
        label="Password"
        placeholder={hasPassword ? 'Unchanged' : ''}
        autoComplete="new-password"
        {...text('password')}
      />
    </SimpleGrid>
  );
}

/** The fields that a carrier's usual settings fill in. */
export function OtherFields(form: FormFields) {
  const { text, checked } = form;
  return (
    <>
      <Checkbox label="Register with the carrier as this user" {...checked('register')} />
      <Textarea
        label="Allowed source addresses"
        description="IP addresses or CIDR ranges. If empty, the addresses of the host."
        autosize
        minRows={1}
        {...text('allowedAddresses')}
      />
      <LimitFields {...form} />
      <AudioFields {...form} />
      <DialPlanFields {...form} />
      <Checkbox label="Accept transfers from the other side (REFER)" {...checked('acceptTransfers')} />
    </>
  );
}

/** Where the carrier is reached. */
export function AddressFields({ draft, change, errorOf, text, value }: FormFields) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <TextInput label="Host" placeholder="sip.example.com" required {...text('host')} />
      <NumberInput label="Port" placeholder="From DNS" {...value('port')} min={1} max={65535} />
      <Select
        label="Transport"
        data={[
          { value: 'udp', label: 'UDP' },
          { value: 'tcp', label: 'TCP' },
          { value: 'tls', label: 'TLS' },
        ]}
        value={draft.transport}
        onChange={(transport) => change({ transport: (transport ?? 'udp') as TrunkDraft['transport'] })}
        error={errorOf('transport')}
        allowDeselect={false}
      />
    </SimpleGrid>
  );
}

function LimitFields({ value }: FormFields) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <NumberInput label="Calls per second" placeholder="No limit" {...value('maxCallsPerSecond')} min={1} />
      <NumberInput label="Concurrent calls" placeholder="No limit" {...value('maxConcurrentCalls')} min={1} />
      <NumberInput
        label="OPTIONS interval, s"
        placeholder="Never"
        {...value('optionsIntervalSeconds')}
        min={1}
      />
    </SimpleGrid>
  );
}

function AudioFields({ draft, change, errorOf }: FormFields) {
  return (
    <>
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
        onChange={(chosen) => change({ mediaEncryption: (chosen ?? 'off') as TrunkDraft['mediaEncryption'] })}
        error={errorOf('mediaEncryption')}
        allowDeselect={false}
      />
    </>
  );
}

function DialPlanFields({ draft, change, errorOf, text }: FormFields) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <CountryField
        label="Country"
        placeholder="Country of the number"
        value={draft.dialCountry}
        onChange={(dialCountry) => change({ dialCountry })}
        error={errorOf('dialPlan.country')}
      />
      <TextInput
        label="International prefixes"
        placeholder="Country default"
        {...text('exitCodes')}
        error={errorOf('dialPlan.exitCodes')}
      />
      <TextInput
        label="Outside line prefix"
        placeholder="None"
        {...text('linePrefixes')}
        error={errorOf('dialPlan.linePrefixes')}
      />
    </SimpleGrid>
  );
}
