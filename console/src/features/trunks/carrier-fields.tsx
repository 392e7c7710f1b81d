import './trunks.css';
import { NumberInput, Radio, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { DraftFields } from '../../ui/index.ts';
import { type Carrier, carriers } from './carriers.ts';
import type { TrunkDraft } from './trunk-draft.ts';
import { AddressFields, CredentialFields, OtherFields } from './trunk-fields.tsx';

const other = { id: 'other', name: 'Another', about: 'Any SIP carrier or telephone system' };

/** Chooses the carrier, whose usual settings then fill the form. */
export function CarrierCards({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  return (
    <Radio.Group label="Carrier or telephone system" value={value} onChange={onChange}>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing={6} mt={6}>
        {[...carriers, other].map(({ id, name, about }) => (
          <Radio.Card key={id} value={id} className="choice-card" aria-label={name}>
            <Radio.Indicator />
            <span>
              <Text span size="sm" fw={600}>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {about}
              </Text>
            </span>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

interface CarrierFieldsProps {
  carrier: Carrier;
  fields: DraftFields<TrunkDraft>;
}

/** The fields that each customer of the carrier fills in alone; the others are folded away. */
export function CarrierFields({
  carrier: { name, steps, host, hasOwnPort = false, credentials },
  fields,
}: CarrierFieldsProps) {
  const { text, value } = fields;
  return (
    <>
      <div>
        <Text size="sm" fw={600}>
          {name}: the steps
        </Text>
        <ol className="carrier-steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <TextInput label="Name" required {...text('name')} />
      <SimpleGrid cols={{ base: 1, xs: hasOwnPort ? 2 : 1 }} spacing="sm">
        <TextInput label={host.label} placeholder={host.placeholder} required {...text('host')} />
        {hasOwnPort ? (
          <NumberInput label="Port of the softphone" {...value('port')} min={1} max={65535} />
        ) : null}
      </SimpleGrid>
      {credentials === 'ask' ? <CredentialFields {...fields} hasPassword={false} /> : null}
      <details>
        <summary>All settings, filled in for {name}</summary>
        <div className="carrier-settings">
          <AddressFields {...fields} />
          {credentials === 'none' ? <CredentialFields {...fields} hasPassword={false} /> : null}
          <OtherFields {...fields} />
        </div>
      </details>
    </>
  );
}

/** The fields of a trunk to another system; those that most systems do without are folded away. */
export function OtherSystemFields(fields: DraftFields<TrunkDraft>) {
  return (
    <>
      <TextInput label="Name" required {...fields.text('name')} />
      <AddressFields {...fields} />
      <CredentialFields {...fields} hasPassword={false} />
      <details>
        <summary>More settings: registration, allowed addresses, limits, codecs, dial plan</summary>
        <div className="carrier-settings">
          <OtherFields {...fields} />
        </div>
      </details>
    </>
  );
}
