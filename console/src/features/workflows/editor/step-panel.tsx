import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { Problem } from '../definition/problems.ts';
import { stepKinds, typeLabel } from '../definition/step-types.ts';
import type { StepView } from '../definition/tree.ts';
import { PaletteItems } from '../graph/palette.tsx';
import { StepIcon } from '../graph/step-icon.tsx';
import { definitionSchemaQuery } from '../queries.ts';
import { fieldSpecs } from './field-specs.ts';
import type { StepEdits } from './step-edits.ts';
import { StepFields } from './step-fields.tsx';
import { WaysFields } from './ways-fields.tsx';

interface StepPanelProps {
  step: StepView;
  problems: readonly Problem[];
  edits: StepEdits;
  isReadOnly: boolean;
}

/** The selected step: its fields, and keyboard access to everything that the canvas does by pointer. */
export function StepPanel({ step, problems, edits, isReadOnly }: StepPanelProps) {
  const { data: schema } = useQuery(definitionSchemaQuery);
  const specs = useMemo(() => fieldSpecs(schema, step.type), [schema, step.type]);
  const onChange = (name: string, value: unknown) => edits.setField(step, name, value);
  const named = new Set(specs.map(({ name }) => name));
  const others = problems.filter(({ field }) => !named.has(field.split('.')[0]!));
  return (
    <Stack gap="md">
      <div>
        <Group gap="xs" wrap="nowrap">
          <StepIcon type={step.type} />
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {step.title}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {typeLabel(step.type)}. {stepKinds[step.type]?.about}
        </Text>
      </div>
      {others.map(({ field, message }) => (
        <Text key={`${field} ${message}`} size="sm" c="var(--mantine-color-error)">
          {field} {message}
        </Text>
      ))}
      <StepFields key={step.key} {...{ step, specs, problems, isReadOnly, onChange }} />
      <WaysFields {...{ step, isReadOnly, onChange }} />
      {isReadOnly ? null : <StepActions step={step} edits={edits} />}
    </Stack>
  );
}

function StepActions({ step, edits }: Pick<StepPanelProps, 'step' | 'edits'>) {
  const button = { size: 'xs', variant: 'default' } as const;
  return (
    <Group gap="xs">
      <AddMenu onChoose={(type) => edits.addAfter(step, type)}>Add step after</AddMenu>
      {step.lists.map((list) => (
        <AddMenu key={list.key} onChoose={(type) => edits.addInto(list, type)}>
          Add in: {list.label}
        </AddMenu>
      ))}
      <Button {...button} onClick={() => edits.moveBy(step, -1)} disabled={!edits.canMove(step, -1)}>
        Move up
      </Button>
      <Button {...button} onClick={() => edits.moveBy(step, 1)} disabled={!edits.canMove(step, 1)}>
        Move down
      </Button>
      <Button {...button} color="red" variant="light" onClick={() => edits.remove(step)}>
        Delete step
      </Button>
    </Group>
  );
}

/** A button that offers all step types. */
export function AddMenu({ onChoose, children }: { onChoose: (type: string) => void; children: ReactNode }) {
  return (
    <Menu width={292} position="bottom-start" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button size="xs" variant="default" maw={260}>
          {children}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="palette-menu">
        <PaletteItems onChoose={onChoose} />
      </Menu.Dropdown>
    </Menu>
  );
}
