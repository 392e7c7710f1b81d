import { Menu, UnstyledButton } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { isStepDragged, readDragged } from './dragged.ts';
import { useGraph } from './graph-context.ts';
import type { Gap } from './layout.ts';
import { PaletteItems } from './palette.tsx';

/** Adds a step between two others, or accepts a dropped one. Keyboard users add steps in the panel of a step. */
export function GapButton({ gap }: { gap: Gap }) {
  const { editing } = useGraph();
  const [isOver, setOver] = useState(false);
  if (!editing) return null;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dragged = readDragged(event);
    if (dragged && 'key' in dragged) editing.onMove(dragged.key, gap);
    else if (dragged) editing.onAdd(gap, dragged.type);
  };
  return (
    <Menu position="right-start" withinPortal withInitialFocusPlaceholder={false} width={292}>
      <Menu.Target>
        <UnstyledButton
          className="steps-gap nopan"
          data-over={isOver || undefined}
          aria-label="Add step here"
          tabIndex={-1}
          onDragOver={(event) => {
            if (!isStepDragged(event)) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          +
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className="palette-menu">
        <PaletteItems onChoose={(type) => editing.onAdd(gap, type)} />
      </Menu.Dropdown>
    </Menu>
  );
}
