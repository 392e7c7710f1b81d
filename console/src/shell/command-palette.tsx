import { Modal, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { IconName } from './icon-paths.ts';
import { Icon } from './icons.tsx';

/** A command that is available on every page. */
export interface Command {
  id: string;
  title: string;
  about: string;
  icon: IconName;
  /** Keys that run it without the palette. */
  keys?: string;
  run: () => void;
}

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
  commands: readonly Command[];
}

/** Finds commands by name. Ctrl K opens it, arrows select, Enter runs. */
export function CommandPalette({ opened, onClose, commands }: CommandPaletteProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} yOffset="12vh" size={560}>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label="Commands">
        <Chooser commands={commands} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Chooser({ commands, onClose }: Omit<CommandPaletteProps, 'opened'>) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = commands.filter(({ title, about }) => matches(`${title} ${about}`, text));
  const chosenId = found[chosen] ? `palette-${found[chosen].id}` : undefined;
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + found.length) % found.length);
    }
    if (event.key === 'Enter') run(found[chosen]);
  };
  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        px="md"
        py={6}
        placeholder="Search pages and commands…"
        aria-label="Search commands"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={chosenId}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        leftSection={<Icon name="search" />}
      />
      <div className="palette-list" id="palette-list" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          <Option
            key={command.id}
            command={command}
            isChosen={index === chosen}
            onRun={() => run(command)}
            onPoint={() => setChosen(index)}
          />
        ))}
      </div>
      {found.length === 0 ? (
        <Text size="sm" c="dimmed" px="lg" pb="lg">
          No results.
        </Text>
      ) : null}
    </>
  );
}

interface OptionProps {
  command: Command;
  isChosen: boolean;
  onRun: () => void;
  onPoint: () => void;
}

function Option({ command, isChosen, onRun, onPoint }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles keys
    <div
      id={`palette-${command.id}`}
      className="palette-option"
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={onRun}
      onPointerMove={onPoint}
    >
      <Icon name={command.icon} />
      <span>{command.title}</span>
      {command.keys ? (
        <span className="palette-hint">
          {command.keys.split(' ').map((key) => (
            <kbd key={key} className="key">
              {key}
            </kbd>
          ))}
        </span>
      ) : null}
    </div>
  );
}

/** Returns true when every word of the question occurs in the text. */
function matches(text: string, question: string): boolean {
  const words = question.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}
