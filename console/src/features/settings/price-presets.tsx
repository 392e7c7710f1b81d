import { Anchor, Checkbox, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { refusedField } from '../../api/index.ts';
import { DialogButton, FormDialog, formatCount, formatDay, formatPrice, useDraft } from '../../ui/index.ts';
import { type ProviderFacts, providersQuery } from '../provider-picks/index.ts';
import { keyOf, kindLabels, type Price, type PriceRow, rowOf, unitText } from './price-rows.ts';

interface PricePresetsProps {
  currency: string;
  rows: readonly PriceRow[];
  add: (rows: PriceRow[]) => void;
}

/** Takes over published prices of vendors. They are in US dollars. */
export function PricePresets(props: PricePresetsProps) {
  const { data } = useQuery(providersQuery);
  const isInDollars = props.currency === '' || props.currency === 'USD';
  return (
    <>
      <DialogButton label="Add published prices" variant="default" size="xs" disabled={!data || !isInDollars}>
        {(close) => <PresetsDialog {...props} providers={data!.providers} close={close} />}
      </DialogButton>
      {isInDollars ? null : (
        <Text size="xs" c="dimmed">
          Published prices are in USD.
        </Text>
      )}
    </>
  );
}

/** The published prices of one model, or of all models of a vendor. */
interface Preset {
  key: string;
  label: string;
  rows: PriceRow[];
  note: string | null;
  checkedOn: string;
  source: string;
}

const ownVendors = 'own';

function PresetsDialog({
  rows,
  add,
  providers,
  close,
}: PricePresetsProps & { providers: readonly ProviderFacts[]; close: () => void }) {
  const priced = providers.filter(({ prices }) => prices.length > 0);
  const own = priced.filter(hasVendorKey);
  const presetsFor = (vendor: string) =>
    (vendor === ownVendors ? own : priced.filter(({ provider }) => provider === vendor)).flatMap(presetsOf);
  const listed = new Map(rows.map((row) => [keyOf(row), row]));
  const missing = (presets: Preset[]) =>
    presets.filter((preset) => preset.rows.every((row) => !listed.has(keyOf(row)))).map(({ key }) => key);
  const first = own.length > 0 ? ownVendors : (priced[0]?.provider ?? '');
  const form = useDraft({ vendor: first, chosen: missing(presetsFor(first)) });
  const { vendor, chosen } = form.draft;
  const presets = presetsFor(vendor);
  const added = presets.filter(({ key }) => chosen.includes(key)).flatMap((preset) => preset.rows);
  const submit = async () => {
    if (added.length === 0) throw refusedField('chosen', 'Choose at least one price.');
    add(added);
  };
  const options = [
    ...(own.length > 0 ? [{ value: ownVendors, label: 'Vendors whose keys you have stored' }] : []),
    ...priced.map(({ provider, label }) => ({ value: provider as string, label })),
  ];
  return (
    <FormDialog
      title="Add published prices"
      action={`Add ${formatCount(added.length, 'price')}`}
      form={{ ...form, isDirty: false }}
      onSubmit={submit}
      onClose={close}
    >
      {({ errorOf }) => (
        <>
          <Text size="sm">
            List prices without a contract, in USD. A price may have changed since the day on which its page
            was checked.
          </Text>
          <Select
            label="Vendor"
            data={options}
            value={vendor}
            onChange={(one) => one && form.change({ vendor: one, chosen: missing(presetsFor(one)) })}
            allowDeselect={false}
            searchable
          />
          <Checkbox.Group
            label="Prices"
            value={chosen}
            onChange={(keys) => form.change({ chosen: keys })}
            error={errorOf('chosen')}
          >
            <Stack gap="xs" mt="xs">
              {presets.map((preset) => (
                <PresetLine key={preset.key} preset={preset} listed={listed} />
              ))}
            </Stack>
          </Checkbox.Group>
        </>
      )}
    </FormDialog>
  );
}

function PresetLine({ preset, listed }: { preset: Preset; listed: Map<string, PriceRow> }) {
  const own = preset.rows.flatMap((row) => {
    const mine = listed.get(keyOf(row));
    return mine
      ? [{ mine, isEqual: Number(mine.amount) === Number(row.amount) && mine.per === row.per }]
      : [];
  });
  const isWhole = own.length === preset.rows.length && own.every(({ isEqual }) => isEqual);
  const others = own.filter(({ isEqual }) => !isEqual);
  return (
    <div>
      <Checkbox
        value={preset.key}
        label={preset.label}
        description={preset.rows
          .map((row) => `${formatPrice(row.amount, 'USD')} per ${unitText(row)}`)
          .join(', ')}
        disabled={isWhole}
      />
      <Text size="xs" c="dimmed" pl={30}>
        {isWhole ? 'In your table. ' : ''}
        {others.length > 0
          ? `Replaces yours: ${others.map(({ mine }) => `${mine.amount} per ${unitText(mine)}`).join(', ')}. `
          : ''}
        {preset.note === null ? '' : `${preset.note}. `}
        <Anchor href={preset.source} target="_blank" rel="noreferrer" size="xs" underline="always">
          Checked on {formatDay(preset.checkedOn)}
        </Anchor>
      </Text>
    </div>
  );
}

/** Returns whether a key leads to the provider itself. Published prices do not hold at other addresses. */
function hasVendorKey({ keys }: ProviderFacts): boolean {
  return keys.some(({ baseUrl }) => baseUrl === null);
}

/** Groups the published prices of a vendor by their models. */
function presetsOf({ provider, label, prices }: ProviderFacts): Preset[] {
  const presets = new Map<string, Preset>();
  for (const { note, checkedOn, source, ...price } of prices) {
    const row = rowOf({ ...price, provider, validFrom: null } as Price);
    const key = JSON.stringify([provider, row.kind, row.model]);
    const name = `${label}, ${row.model ?? 'all models'} (${kindLabels[row.kind].toLowerCase()})`;
    const preset = presets.get(key) ?? { key, label: name, rows: [], note, checkedOn, source };
    preset.rows.push(row);
    presets.set(key, preset);
  }
  return [...presets.values()];
}
