import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Select,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core';
import { NameField } from '../flow/name-field.tsx';
import type { DialogueForm } from './dialogue-form.ts';
import { type Fields, fieldsAt, listAt, slotName, withNewSlot, withSlotRenamed } from './edit.ts';

const slotTypes = {
  text: 'All that is said',
  'yes-no': 'Yes or no',
  number: 'Number',
  digits: 'Digits',
  choice: 'One of several',
  date: 'Day',
  time: 'Time of day',
  name: 'Name',
  email: 'E-mail address',
  spelled: 'Spelled letters',
} as const;

/** The answers that the dialogue keeps, each with its type. */
export function SlotFields({ form }: { form: DialogueForm }) {
  const { dialogue, change, isReadOnly } = form;
  const names = Object.keys(fieldsAt(dialogue, ['slots']));
  return (
    <Stack gap="sm">
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the names are edited here
        <Slot key={index} form={form} name={name} names={names} />
      ))}
      {isReadOnly ? null : (
        <Group>
          <Button size="compact-xs" variant="default" onClick={() => change(withNewSlot(dialogue).dialogue)}>
            Add answer to keep
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface SlotProps {
  form: DialogueForm;
  name: string;
  names: readonly string[];
}

function Slot({ form, name, names }: SlotProps) {
  const { dialogue, change, put, errorOf, isReadOnly } = form;
  const slot = fieldsAt(dialogue, ['slots', name]);
  const error = errorOf('slots', name);
  return (
    <Stack gap={4} className="dialogue-part">
      <Group gap={4} wrap="nowrap" align="flex-end">
        <NameField
          label="Kept as"
          name={name}
          pattern={slotName}
          patternMessage="Use letters, digits and _."
          taken={names}
          onRename={(to) => change(withSlotRenamed(dialogue, name, to))}
          isReadOnly={isReadOnly}
        />
        <Select
          w={170}
          label="Type"
          aria-label={`Type of ${name}`}
          data={Object.entries(slotTypes).map(([value, label]) => ({ value, label }))}
          value={typeof slot.type === 'string' ? slot.type : null}
          onChange={(type) =>
            put(['slots', name], { type, ...(type === 'choice' && { options: { first: [], second: [] } }) })
          }
          readOnly={isReadOnly}
          allowDeselect={false}
        />
        {isReadOnly ? null : (
          <ActionIcon
            {...{ variant: 'subtle', color: 'gray', size: 'lg' }}
            aria-label={`Remove ${name}`}
            onClick={() => put(['slots', name], undefined)}
          >
            ×
          </ActionIcon>
        )}
      </Group>
      <Settings form={form} name={name} slot={slot} />
      {error ? (
        <Text size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      ) : null}
    </Stack>
  );
}

interface SettingsProps {
  form: DialogueForm;
  name: string;
  slot: Fields;
}

function Settings(props: SettingsProps) {
  const { name, slot } = props;
  const { put, isReadOnly } = props.form;
  const path = ['slots', name];
  if (slot.type === 'choice') return <Choices {...props} />;
  const number = (field: string, label: string) => (
    <NumberInput
      size="xs"
      label={label}
      aria-label={`${label} of ${name}`}
      value={typeof slot[field] === 'number' ? slot[field] : ''}
      onChange={(typed) =>
        put([...path, field], typed === '' || typed === '-' ? undefined : Number(typed), `${name}.${field}`)
      }
      readOnly={isReadOnly}
      hideControls
    />
  );
  if (slot.type === 'digits')
    return (
      <Group gap="xs" grow>
        {number('minLength', 'Fewest digits')}
        {number('maxLength', 'Most digits')}
      </Group>
    );
  if (slot.type !== 'number') return null;
  return (
    <>
      <Group gap="xs" grow>
        {number('min', 'At least')}
        {number('max', 'At most')}
      </Group>
      <Checkbox
        size="xs"
        label="Whole numbers only"
        aria-label={`Whole numbers only for ${name}`}
        checked={slot.whole !== false}
        onChange={({ currentTarget }) => put([...path, 'whole'], currentTarget.checked ? undefined : false)}
        disabled={isReadOnly}
      />
    </>
  );
}

/** The values of a choice, each with other ways to say it. */
function Choices({ form: { put, isReadOnly }, name, slot }: SettingsProps) {
  const path = ['slots', name];
  const options = fieldsAt(slot, ['options']);
  const set = (next: Record<string, unknown>) => put([...path, 'options'], next);
  return (
    <>
      <TagsInput
        size="xs"
        aria-label={`Values of ${name}`}
        description="The values. Press Enter after each."
        value={Object.keys(options)}
        onChange={(values) => set(Object.fromEntries(values.map((value) => [value, options[value] ?? []])))}
        readOnly={isReadOnly}
        acceptValueOnBlur
      />
      {Object.keys(options).map((value) => (
        <TagsInput
          key={value}
          size="xs"
          label={`Also said for ${value}`}
          value={listAt(options, [value]).map(String)}
          onChange={(words) => set({ ...options, [value]: words })}
          readOnly={isReadOnly}
          acceptValueOnBlur
        />
      ))}
    </>
  );
}
