import { Alert, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Fields } from './edit.ts';
import { AddQuestion } from './question-fields.tsx';
import { answersOf, notUnderstoodOf, type SaidLine, withWording } from './questions.ts';

export interface NotUnderstoodProps {
  /** The conversation so far. */
  said: readonly SaidLine[];
  /** The dialogue that is edited. */
  dialogue: Fields;
  onChange: (dialogue: Fields) => void;
}

/** The lines of a test that the agent did not understand. Each becomes a question, or a wording of a known one. */
export function NotUnderstood({ said, dialogue, onChange }: NotUnderstoodProps) {
  const [last, setLast] = useState<{ line: string; before: Fields; after: Fields } | null>(null);
  const lines = notUnderstoodOf(said, dialogue);
  const teach = (line: string, after: Fields) => {
    setLast({ line, before: dialogue, after });
    onChange(after);
  };
  const undo = last !== null && last.after === dialogue ? last : null;
  if (lines.length === 0 && undo === null) return null;
  return (
    <Alert color="gray" variant="light" role="status" py={8} my="xs">
      <Stack gap="xs">
        {undo === null ? null : (
          <Group gap="xs">
            <Text size="sm">“{undo.line}” will be understood. Calls use it once the agent is published.</Text>
            <Button size="compact-xs" variant="default" onClick={() => onChange(undo.before)}>
              Undo
            </Button>
          </Group>
        )}
        {lines.map((line) => (
          <Group key={line} gap="xs">
            <Text size="sm">The agent did not understand “{line}”.</Text>
            <AddQuestion
              label="Add this as a question"
              dialogue={dialogue}
              wordings={line}
              onAdd={(after) => teach(line, after)}
            />
            <Meaning
              {...{ line, dialogue }}
              onChoose={(name) => teach(line, withWording(dialogue, name, line))}
            />
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

interface MeaningProps {
  line: string;
  dialogue: Fields;
  onChoose: (name: string) => void;
}

/** Chooses the known answer that a line asks for. */
function Meaning({ line, dialogue, onChoose }: MeaningProps) {
  const answers = answersOf(dialogue);
  if (answers.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button size="xs" variant="default" aria-label={`This means, about ${line}`}>
          This means…
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {answers.map(({ name, label }) => (
          <Menu.Item key={name} onClick={() => onChoose(name)}>
            {label.length > 70 ? `${label.slice(0, 69)}…` : label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
