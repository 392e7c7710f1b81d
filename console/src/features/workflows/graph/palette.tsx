import { Menu } from '@mantine/core';
import { groupLabels, stepKinds } from '../definition/step-types.ts';
import { writeDragged } from './dragged.ts';
import { StepIcon } from './step-icon.tsx';

/** All step types to choose from, inside a `Menu.Dropdown`. */
export function PaletteItems({ onChoose }: { onChoose: (type: string) => void }) {
  return groupLabels.map(([group, title]) => [
    <Menu.Label key={group}>{title}</Menu.Label>,
    ...kindsOf(group).map(([type, { label: word, about }]) => (
      <Menu.Item key={type} leftSection={<StepIcon type={type} />} onClick={() => onChoose(type)}>
        {word}
        <span className="palette-about">{about}</span>
      </Menu.Item>
    )),
  ]);
}

/** The step types beside the canvas, to drag. Keyboard users add steps in the panel of a step. */
export function PaletteStrip() {
  return (
    <details className="palette-strip nopan nowheel" aria-hidden="true">
      <summary tabIndex={-1}>Drag a step</summary>
      {groupLabels.flatMap(([group]) =>
        kindsOf(group).map(([type, { label: word, about }]) => (
          <button
            key={type}
            type="button"
            tabIndex={-1}
            className="palette-piece"
            draggable
            title={`${word}: ${about} Drag it onto a plus sign.`}
            onDragStart={(event) => writeDragged(event, { type })}
          >
            <StepIcon type={type} />
            {word}
          </button>
        )),
      )}
    </details>
  );
}

function kindsOf(group: string) {
  return Object.entries(stepKinds).filter(([, kind]) => kind.group === group);
}
