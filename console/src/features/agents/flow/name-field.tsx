import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

interface NameFieldProps {
  label: string;
  name: string;
  pattern: RegExp;
  patternMessage: string;
  /** The names of all others, and its own. */
  taken: readonly string[];
  onRename: (name: string) => void;
  isReadOnly: boolean;
}

/** A name that others refer to. It changes when the field is left, not with every letter. */
export function NameField({
  label,
  name,
  pattern,
  patternMessage,
  taken,
  onRename,
  isReadOnly,
}: NameFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const next = typed?.trim() ?? name;
  const problem = !pattern.test(next)
    ? patternMessage
    : next !== name && taken.includes(next)
      ? `There is a ${next} already.`
      : null;
  const finish = () => {
    if (problem !== null && next !== name) return;
    setTyped(null);
    if (next !== name) onRename(next);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') finish();
    if (key === 'Escape') setTyped(null);
  };
  return (
    <TextInput
      flex={1}
      label={label}
      value={typed ?? name}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={finish}
      onKeyDown={onKeyDown}
      error={problem}
      readOnly={isReadOnly}
      maxLength={64}
    />
  );
}
