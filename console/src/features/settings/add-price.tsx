import { Autocomplete, NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { refusedField } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';
import { Choice } from '../picks/index.ts';
import { type ProviderFacts, providersQuery } from '../provider-picks/index.ts';
import {
  keyOf,
  kindLabels,
  type PriceKind,
  type PriceRow,
  priceKinds,
  unitsOf,
  unitText,
  usualPer,
} from './price-rows.ts';

const empty: PriceRow = {
  ...{ kind: 'telephony', provider: '', model: null, trunkId: null, direction: null },
  ...{ incrementSeconds: 1, unit: 'minutes', amount: '', per: 1, validFrom: null },
};

/** What a provider must offer for a price of a kind. */
const offers: Partial<Record<PriceKind, ProviderFacts['kinds'][number]>> = {
  'speech-to-text': 'transcriber',
  'language-model': 'model',
  'text-to-speech': 'voice',
  'speech-to-speech': 'speechToSpeech',
};

interface AddPriceProps {
  rows: readonly PriceRow[];
  add: (row: PriceRow) => void;
}

export function AddPrice(props: AddPriceProps) {
  return (
    <DialogButton label="Add price" variant="default" size="xs">
      {(close) => <AddPriceDialog {...props} close={close} />}
    </DialogButton>
  );
}

/** Adds a row to the form. The list is saved with the form. */
function AddPriceDialog({ rows, add, close }: AddPriceProps & { close: () => void }) {
  const form = useDraft(empty);
  const { draft, change } = form;
  const { kind, unit } = draft;
  const submit = async () => {
    if (kind !== 'telephony' && draft.provider === '') throw refusedField('provider', 'Choose a vendor.');
    if (draft.amount.trim() === '') throw refusedField('amount', 'Enter the price.');
    if (rows.some((row) => keyOf(row) === keyOf(draft)))
      throw refusedField(
        'amount',
        'The table has this price already. Change it there, or choose another date.',
      );
    add(draft);
  };
  const choose = (kind: PriceKind) => {
    const unit = unitsOf[kind][0]!;
    change({ ...empty, kind, unit, per: usualPer(unit), amount: draft.amount, validFrom: draft.validFrom });
  };
  return (
    <FormDialog title="Add price" action="Add price" form={form} onSubmit={submit} onClose={close} size="md">
      {({ errorOf, text }) => (
        <>
          <Select
            label="What is charged"
            data={priceKinds.map((one) => ({ value: one, label: kindLabels[one] }))}
            value={kind}
            onChange={(one) => one && choose(one as PriceKind)}
            allowDeselect={false}
            data-autofocus
          />
          {kind === 'telephony' ? (
            <PhoneFields draft={draft} change={change} />
          ) : (
            <VendorFields draft={draft} change={change} error={errorOf('provider')} />
          )}
          {unitsOf[kind].length > 1 ? (
            <Select
              label="Unit"
              data={unitsOf[kind].map((one) => ({
                value: one,
                label: `Per ${unitText({ unit: one, per: usualPer(one) })}`,
              }))}
              value={unit}
              onChange={(one) => one && change({ unit: one as PriceRow['unit'] })}
              allowDeselect={false}
            />
          ) : null}
          <TextInput
            label={`Price per ${unitText(draft)}`}
            placeholder="0.15"
            inputMode="decimal"
            required
            {...text('amount')}
          />
          <TextInput
            type="date"
            label="Valid from"
            description="Leave empty if the price always applies. A price for the same with a date replaces it from that date on."
            value={draft.validFrom ?? ''}
            onChange={({ currentTarget }) => change({ validFrom: currentTarget.value || null })}
          />
        </>
      )}
    </FormDialog>
  );
}

interface FieldsProps {
  draft: PriceRow;
  change: (changed: Partial<PriceRow>) => void;
}

function PhoneFields({ draft, change }: FieldsProps) {
  return (
    <>
      <Choice
        label="Trunk"
        kind="trunks"
        none="All trunks"
        value={draft.trunkId ?? ''}
        onChange={(trunkId) => change({ trunkId: trunkId || null })}
      />
      <Select
        label="Direction"
        data={[
          { value: 'both', label: 'Both' },
          { value: 'outbound', label: 'Outbound' },
          { value: 'inbound', label: 'Inbound' },
        ]}
        value={draft.direction ?? 'both'}
        onChange={(one) => change({ direction: one === 'both' ? null : (one as 'inbound' | 'outbound') })}
        allowDeselect={false}
      />
      <NumberInput
        label="Billed in steps of"
        description="Each connection is rounded up to a multiple of this."
        suffix=" s"
        min={1}
        max={3600}
        allowDecimal={false}
        value={draft.incrementSeconds}
        onChange={(value) => change({ incrementSeconds: Number(value) || 1 })}
      />
    </>
  );
}

function VendorFields({ draft, change, error }: FieldsProps & { error: string | undefined }) {
  const { data } = useQuery(providersQuery);
  const providers = (data?.providers ?? []).filter(
    ({ kinds, isEmbedded }) => !isEmbedded && kinds.includes(offers[draft.kind]!),
  );
  const known = providers.find(({ provider }) => provider === draft.provider)?.prices ?? [];
  const models = known.flatMap(({ kind, model }) => (kind === draft.kind && model !== null ? [model] : []));
  return (
    <>
      <Select
        label="Vendor"
        placeholder="Choose one"
        data={providers.map(({ provider, label }) => ({ value: provider, label }))}
        value={draft.provider || null}
        onChange={(provider) => change({ provider: provider ?? '', model: null })}
        error={error}
        searchable
        required
      />
      <Autocomplete
        label="Model"
        description="Empty: all models without a price of their own."
        data={[...new Set(models)]}
        value={draft.model ?? ''}
        onChange={(model) => change({ model: model.trim() || null })}
      />
    </>
  );
}
