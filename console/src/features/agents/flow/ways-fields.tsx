import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ConditionKind, conditionText, listed, type WayView } from '../../flow-stages/index.ts';
import { allKnown, conditionFor, edgesOf, firstCondition, goesOn } from './edit.ts';
import type { StageFieldsProps } from './stage-fields.ts';
import type { FlowDraft } from './use-flow-draft.ts';

const kindLabels: Readonly<Record<ConditionKind, string>> = {
  choice: 'The model finds that',
  when: 'Variables fit',
  keys: 'The caller presses',
  silence: 'The caller says nothing',
  failure: 'Something fails',
};

interface WaysFieldsProps extends StageFieldsProps {
  draft: FlowDraft;
  /** Adds a stage that follows, and selects it. */
  onAddNext: () => void;
}

/** The ways out of a stage. The first that fits is taken. */
export function WaysFields(props: WaysFieldsProps) {
  const { stage, view, form, set, draft, onAddNext } = props;
  const edges = edgesOf(draft.flow, stage.name);
  const ways = stage.ways.filter(({ condition }) => condition.kind !== 'dialogue');
  const ofDialogue = stage.ways.filter(({ condition }) => condition.kind === 'dialogue');
  const others = view.stages.filter(({ name }) => name !== stage.name);
  const next = others.find(({ name }) => stage.ways.every(({ to }) => to !== name)) ?? others[0];
  const first = firstCondition(stage, form.values.model !== null);
  return (
    <Fieldset legend="Ways out (the first that fits is taken)">
      <Stack gap="sm">
        {ways.map((way, index) => (
          <WayFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a way is identified by its position
            key={index}
            {...props}
            way={way}
            index={index}
            isLast={index === ways.length - 1}
            replace={(edge, field) =>
              set({ edges: edges.with(index, edge) }, field && `edges.${index}.${field}`)
            }
            move={(by) => {
              const moved = edges.toSpliced(index, 1);
              set({ edges: moved.toSpliced(index + by, 0, edges[index]) });
            }}
            remove={() => set({ edges: edges.toSpliced(index, 1) })}
          />
        ))}
        {ofDialogue.map(({ to, path }) => (
          <Text key={path.join('.')} size="sm" c="dimmed">
            The dialogue leads to {to}, at its step {path.at(-1)}.
          </Text>
        ))}
        {form.isReadOnly ? null : (
          <Group gap="xs">
            <Button
              {...{ size: 'xs', variant: 'default' }}
              disabled={!next}
              onClick={() => set({ edges: [...edges, { to: next?.name ?? '', ...first }] })}
            >
              Add way
            </Button>
            <Button {...{ size: 'xs', variant: 'default' }} onClick={onAddNext}>
              Add next stage
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

interface WayFieldsProps extends StageFieldsProps {
  way: WayView;
  index: number;
  isLast: boolean;
  /** Replaces the edge. Consecutive changes of one field are undone together. */
  replace: (edge: object, field?: string) => void;
  move: (by: 1 | -1) => void;
  remove: () => void;
}

function WayFields(props: WayFieldsProps) {
  const { stage, view, form, way, index, isLast, replace, move, remove, errorOf } = props;
  const { to, condition } = way;
  const others = view.stages.map(({ name }) => name).filter((name) => name !== stage.name);
  const targets = [...new Set(to === '' ? others : [...others, to])];
  const kind = condition.kind === 'none' || condition.kind === 'dialogue' ? null : condition.kind;
  const label = `way ${index + 1}`;
  const own = errorOf('edges', index);
  const parts = [errorOf('edges', index, 'to'), kind && errorOf('edges', index, kind)];
  const icon = { variant: 'subtle', color: 'gray' } as const;
  return (
    <Stack gap={6} className="flow-way-fields">
      <Group gap={6} wrap="nowrap" align="flex-start">
        <Select
          flex={1}
          size="xs"
          aria-label={`When ${label} is taken`}
          placeholder="When"
          data={kindsFor(props).map((value) => ({ value, label: kindLabels[value] }))}
          value={kind}
          onChange={(chosen) =>
            replace({ to, ...conditionFor(chosen as ConditionKind, stage, view.variables) })
          }
          readOnly={form.isReadOnly}
          allowDeselect={false}
        />
        {form.isReadOnly ? null : (
          <Group gap={2} wrap="nowrap">
            <ActionIcon
              {...icon}
              disabled={index === 0}
              aria-label={`Move ${label} up`}
              onClick={() => move(-1)}
            >
              ↑
            </ActionIcon>
            <ActionIcon {...icon} disabled={isLast} aria-label={`Move ${label} down`} onClick={() => move(1)}>
              ↓
            </ActionIcon>
            <ActionIcon {...icon} aria-label={`Remove ${label}`} onClick={remove}>
              ×
            </ActionIcon>
          </Group>
        )}
      </Group>
      <ConditionField {...props} label={label} kind={kind} />
      <Select
        size="xs"
        aria-label={`Where ${label} leads`}
        placeholder="Choose the next stage"
        leftSection="→"
        data={targets}
        value={to === '' ? null : to}
        onChange={(chosen) =>
          replace({ to: chosen ?? '', ...(kind && storedCondition(kind, condition.value)) })
        }
        error={parts[0]}
        readOnly={form.isReadOnly}
        allowDeselect={false}
        searchable
      />
      {own && !parts.includes(own) ? (
        <Text size="xs" c="var(--mantine-color-error)">
          {own}
        </Text>
      ) : null}
    </Stack>
  );
}

/** Beside an end, a transfer or a dialogue only some conditions count. One that is stored stays to be seen. */
function kindsFor({ stage, way }: WayFieldsProps): ConditionKind[] {
  const all = Object.keys(kindLabels) as ConditionKind[];
  const possible: ConditionKind[] = !goesOn(stage.finish)
    ? ['failure']
    : stage.dialogue
      ? ['when', 'failure']
      : all;
  return all.filter((kind) => possible.includes(kind) || kind === way.condition.kind);
}

function storedCondition(kind: ConditionKind, value: string): object {
  if (kind === 'silence' || kind === 'failure') return { [kind]: true };
  return { [kind]: value };
}

function ConditionField({
  stage: { collects },
  way: { to, condition },
  form,
  index,
  kind,
  label,
  replace,
  errorOf,
}: WayFieldsProps & { kind: ConditionKind | null; label: string }) {
  if (kind === null || kind === 'silence' || kind === 'failure') return null;
  const common = {
    size: 'xs',
    'aria-label': `Condition of ${label}`,
    value: condition.value,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      replace({ to, [kind]: kind === 'keys' ? value.trim() : value }, kind),
    error: errorOf('edges', index, kind),
    readOnly: form.isReadOnly,
  } as const;
  if (kind === 'keys') return <TextInput {...common} placeholder="1" w={120} />;
  if (kind === 'choice')
    return <Textarea {...common} placeholder="the caller agrees" autosize minRows={1} maxRows={6} />;
  const isOpen = condition.value.trim() === '';
  return (
    <>
      <Textarea
        {...common}
        description={isOpen ? 'For example vars.guests > 8, or vars.date != null.' : conditionText(condition)}
        classNames={{ input: 'json-field' }}
        autosize
        minRows={1}
        maxRows={6}
      />
      {isOpen && collects.length > 0 && !form.isReadOnly ? (
        <Group>
          <Button
            {...{ size: 'compact-xs', variant: 'light' }}
            onClick={() => replace({ to, when: allKnown(collects) })}
          >
            As soon as {listed(collects)} {collects.length === 1 ? 'is' : 'are'} known
          </Button>
        </Group>
      ) : null}
    </>
  );
}
