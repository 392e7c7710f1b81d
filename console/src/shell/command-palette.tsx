import { Modal, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatCount } from '../ui/format.ts';
import { bestMatches } from './best-matches.ts';
import type { IconName } from './icon-paths.ts';
import { Icon } from './icons.tsx';
import { useSearch } from './use-search.ts';

/** A command that is available on every page. */
export interface Command {
  id: string;
  title: string;
  about: string;
  /** Further words by which it is found. */
  words?: string | undefined;
  /** Whether it is listed only when words are typed. */
  isOnlyFound?: boolean | undefined;
  detail?: string | undefined;
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

/** A line of the palette. Lines of one group stand together under its name. */
interface Line {
  id: string;
  group: string;
  title: string;
  detail?: string | undefined;
  icon: IconName;
  keys?: string | undefined;
  run: () => void;
}

const commandsGroup = 'Pages and commands';

/** Finds resources, pages, documentation and commands. Ctrl K opens it, arrows select, Enter opens. */
export function CommandPalette({ opened, onClose, commands }: CommandPaletteProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} yOffset="12vh" size={620}>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label="Search">
        <Chooser commands={commands} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Returns the lines for a text: commands, which are known at once, and what the service finds. */
function useLines(commands: readonly Command[], text: string) {
  const navigate = useNavigate();
  const { found, docs, isBusy, error } = useSearch(text);
  const named = bestMatches(commands, text).filter(({ isOnlyFound }) => !isOnlyFound || text.trim() !== '');
  const lines: Line[] = [
    ...named.map((command) => ({ ...command, group: commandsGroup })),
    ...found.map(({ to, ...line }) => ({ ...line, run: () => void navigate(to) })),
    ...docs.map(({ title, place, address }) => ({
      ...{ id: `docs-${address}`, group: 'Documentation', icon: 'book' as const },
      title: docsTitle(title, place, address),
      run: () => void window.open(address, '_blank', 'noopener'),
    })),
  ];
  return { lines, ready: named.length, isBusy, error };
}

/** Returns the title of a part of the documentation with its page, which distinguishes parts of one title. */
function docsTitle(title: string, place: string, address: string): string {
  const page = address.startsWith('/docs/api/') ? 'API reference' : place;
  return page === 'Page' || page === title ? title : `${title} | ${page}`;
}

function Chooser({ commands, onClose }: Omit<CommandPaletteProps, 'opened'>) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { lines, ready, isBusy, error } = useLines(commands, text);
  const run = (line: Line | undefined) => {
    if (!line) return;
    onClose();
    line.run();
  };
  // Enter before the answer opens the first result of the answer.
  const isWaiting = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the search is what it waits for
  useEffect(() => {
    if (isBusy || !isWaiting.current) return;
    isWaiting.current = false;
    run(lines[chosen]);
  }, [isBusy]);
  const chosenId = lines[chosen] ? `palette-${lines[chosen].id}` : undefined;
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && lines.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + lines.length) % lines.length);
    }
    if (event.key !== 'Enter') return;
    isWaiting.current = isBusy && chosen >= ready;
    if (!isWaiting.current) run(lines[chosen]);
  };
  const type = (typed: string) => {
    isWaiting.current = false;
    setText(typed);
    setChosen(0);
  };
  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        px="md"
        py={6}
        placeholder="A number, a name, an id, or a page…"
        aria-label="Search everything"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={chosenId}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKeyDown}
        leftSection={<Icon name="search" />}
      />
      <Lines lines={lines} chosen={chosen} onRun={run} onPoint={setChosen} />
      {lines.length === 0 || error ? (
        <Text size="sm" c="dimmed" px="lg" pb="lg">
          {error ? `The search failed: ${error.message}` : isBusy ? 'Searching…' : 'No results.'}
        </Text>
      ) : null}
      <VisuallyHidden role="status">{isBusy ? '' : formatCount(lines.length, 'result')}</VisuallyHidden>
    </>
  );
}

interface LinesProps {
  lines: readonly Line[];
  chosen: number;
  onRun: (line: Line) => void;
  onPoint: (index: number) => void;
}

function Lines({ lines, chosen, onRun, onPoint }: LinesProps) {
  const groups = Map.groupBy(lines, ({ group }) => group);
  return (
    <div className="palette-list" id="palette-list" role="listbox" aria-label="Results">
      {[...groups].map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options of a listbox
        <div key={group} role="group" aria-label={group}>
          <div className="palette-group" aria-hidden="true">
            {group}
          </div>
          {members.map((line) => (
            <Option
              key={line.id}
              line={line}
              isChosen={line === lines[chosen]}
              onRun={() => onRun(line)}
              onPoint={() => onPoint(lines.indexOf(line))}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  line: Line;
  isChosen: boolean;
  onRun: () => void;
  onPoint: () => void;
}

function Option({ line, isChosen, onRun, onPoint }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles keys
    <div
      id={`palette-${line.id}`}
      className="palette-option"
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={onRun}
      onPointerMove={onPoint}
    >
      <Icon name={line.icon} />
      <span className="palette-title">{line.title}</span>
      {line.detail ? <span className="palette-detail">{line.detail}</span> : null}
      {line.keys ? (
        <span className="palette-hint">
          {line.keys.split(' ').map((key) => (
            <kbd key={key} className="key">
              {key}
            </kbd>
          ))}
        </span>
      ) : null}
    </div>
  );
}
