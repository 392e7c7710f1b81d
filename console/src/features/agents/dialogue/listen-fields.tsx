import { ActionIcon, Button, Checkbox, Group, Select, Stack, TagsInput, Text } from '@mantine/core';
import { type Path, withValue } from '../../json-text/index.ts';
import type { DialogueForm } from './dialogue-form.ts';
import { type Fields, fieldsAt, listAt, newOption, targetsOf, withNewSlot } from './edit.ts';
import { FailureFields } from './failure-fields.tsx';
import { TargetField } from './target-field.tsx';

interface ListenFieldsProps {
  form: DialogueForm;
  node: string;
}

const newSlot = '+';

/** The answers that a node waits for, the slot that it fills, and its own words for failures. */
export function ListenFields({ form, node }: ListenFieldsProps) {
  const path = ['nodes', node, 'listen'];
  const { dialogue, change, isReadOnly, errorOf } = form;
  const { slot } = fieldsAt(dialogue, path);
  const slots = Object.keys(fieldsAt(dialogue, ['slots']));
  const chosen = typeof slot === 'string' ? slot : null;
  const collect = (name: string | null) => {
    const added = name === newSlot ? withNewSlot(dialogue) : { dialogue, name };
    const listen = fieldsAt(dialogue, path);
    const to = listen.goto ?? targetsOf(listen)[0];
    const { slot: _, goto: __, ...others } = listen;
    const next =
      added.name === null ? others : { ...others, slot: added.name, ...(to !== undefined && { goto: to }) };
    change(withValue(added.dialogue, path, next) as Fields);
  };
  return (
    <Stack gap="sm">
      <OptionsFields form={form} path={[...path, 'options']} />
      <Group gap="xs" grow align="flex-start">
        <Select
          size="xs"
          label="Or keeps it as"
          placeholder="Nothing"
          data={[...new Set([...slots, ...(chosen === null ? [] : [chosen])])]
            .map((name) => ({ value: name, label: name }))
            .concat({ value: newSlot, label: 'New answer to collect' })}
          value={chosen}
          onChange={collect}
          error={errorOf(...path, 'slot')}
          readOnly={isReadOnly}
          clearable={!isReadOnly}
          clearButtonProps={{ 'aria-label': 'Clear: Or keeps it as' }}
        />
        {chosen === null ? null : <TargetField form={form} label="Then goes to" path={[...path, 'goto']} />}
      </Group>
      <FailureFields form={form} path={[...path, 'noMatch']} label="When nothing fits" />
      <FailureFields form={form} path={[...path, 'noInput']} label="When the caller is silent" />
      {isReadOnly || listAt(dialogue, [...path, 'options']).length > 0 || chosen !== null ? null : (
        <Text size="xs" c="var(--mantine-color-error)">
          Add an answer, or choose what is kept.
        </Text>
      )}
    </Stack>
  );
}

interface OptionsFieldsProps {
  form: DialogueForm;
  path: Path;
}

/** Answers with what follows each. The first that fits is taken. */
export function OptionsFields({ form, path }: OptionsFieldsProps) {
  const { dialogue, put, isReadOnly, errorOf } = form;
  const options = listAt(dialogue, path);
  return (
    <Stack gap="sm">
      {options.map((_, index) => (
        <OptionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer is identified by its position
          key={index}
          form={form}
          path={[...path, index]}
          label={`answer ${index + 1}`}
          remove={() => put(path, options.toSpliced(index, 1))}
          move={
            index === 0
              ? null
              : () => put(path, options.toSpliced(index, 1).toSpliced(index - 1, 0, options[index]))
          }
        />
      ))}
      {errorOf(...path) && options.length === 0 ? (
        <Text size="xs" c="var(--mantine-color-error)">
          {errorOf(...path)}
        </Text>
      ) : null}
      {isReadOnly ? null : (
        <Group>
          <Button size="compact-xs" variant="default" onClick={() => put(path, [...options, newOption()])}>
            Add answer
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface OptionFieldsProps {
  form: DialogueForm;
  path: Path;
  label: string;
  remove: () => void;
  /** Moves the answer up; null for the first. */
  move: (() => void) | null;
}

function OptionFields({ form, path, label, remove, move }: OptionFieldsProps) {
  const { dialogue, put, isReadOnly, errorOf } = form;
  const option = fieldsAt(dialogue, path);
  const texts = (name: string) => listAt(option, [name]).map(String);
  const field = (name: string) => ({
    ...{ value: texts(name), onChange: change(name), error: errorOf(...path, name) },
  });
  const isWordless = ['phrases', 'keywords', 'questions', 'keys'].every((name) => texts(name).length === 0);
  const change = (name: string) => (values: string[]) =>
    put([...path, name], values.length === 0 ? undefined : values);
  const setRepeat = (repeat: boolean) => {
    const { goto: _, repeat: __, ...others } = option;
    put(path, repeat ? { ...others, repeat } : { ...others, goto: String(dialogue.start ?? '') });
  };
  const common = { size: 'xs', readOnly: isReadOnly, splitChars: [] as string[] } as const;
  return (
    <Stack gap={4} className="dialogue-part">
      <OptionHead {...{ label, remove, move, isReadOnly }} />
      <TagsInput
        {...common}
        label="The caller says"
        aria-label={`Phrases of ${label}`}
        description="The whole answer. [please] may be left out, * stands for any words. Press Enter after each."
        value={texts('phrases')}
        onChange={change('phrases')}
        error={
          errorOf(...path, 'phrases') ??
          (isWordless ? 'Say what the caller says or presses here.' : undefined)
        }
        acceptValueOnBlur
      />
      <Group gap="xs" grow align="flex-start">
        <TagsInput
          {...common}
          label="Or words among others"
          aria-label={`Words of ${label}`}
          {...field('keywords')}
          acceptValueOnBlur
        />
        <TagsInput
          {...common}
          label="Or asks"
          aria-label={`Questions of ${label}`}
          {...field('questions')}
          acceptValueOnBlur
        />
        <TagsInput
          {...common}
          label="Or presses"
          aria-label={`Keys of ${label}`}
          value={texts('keys')}
          onChange={change('keys')}
          error={errorOf(...path, 'keys')}
          acceptValueOnBlur
        />
      </Group>
      {option.repeat === true ? null : (
        <TargetField form={form} label={`Where ${label} leads`} path={[...path, 'goto']} isLabelHidden />
      )}
      <Checkbox
        size="xs"
        label="Says the step once more"
        aria-label={`${label.replace('a', 'A')} says the step once more`}
        checked={option.repeat === true}
        onChange={({ currentTarget }) => setRepeat(currentTarget.checked)}
        disabled={isReadOnly}
      />
    </Stack>
  );
}

interface OptionHeadProps extends Pick<OptionFieldsProps, 'label' | 'remove' | 'move'> {
  isReadOnly: boolean;
}

function OptionHead({ label, remove, move, isReadOnly }: OptionHeadProps) {
  const icon = { variant: 'subtle', color: 'gray', size: 'sm' } as const;
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="xs" fw={600}>
        {label.replace('a', 'A')}
      </Text>
      {isReadOnly ? null : (
        <Group gap={2}>
          <ActionIcon {...icon} disabled={!move} aria-label={`Move ${label} up`} onClick={() => move?.()}>
            ↑
          </ActionIcon>
          <ActionIcon {...icon} aria-label={`Remove ${label}`} onClick={remove}>
            ×
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}
