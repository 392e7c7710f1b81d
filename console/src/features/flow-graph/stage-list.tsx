import { conditionText, type FlowView, type StageView, spacedName } from '../flow-stages/index.ts';
import { NodeLine } from '../graph/index.ts';
import type { FlowGraphState } from './flow-graph-context.ts';
import { StageIcon } from './stage-icon.tsx';
import { aboutStage, firstWords, reachText, stageFacts } from './stage-text.ts';

interface StageListProps {
  flow: FlowView;
  state: FlowGraphState;
}

/** The stages as a list with their ways, for small windows and screen readers. */
export function StageList({ flow, state: { selected, onSelect, marks, taken } }: StageListProps) {
  return (
    <ol className="graph-list">
      {flow.stages.map((stage) => (
        <li key={stage.name}>
          <NodeLine
            id={stage.name}
            icon={<StageIcon kind={stage.kind} />}
            title={spacedName(stage.name)}
            about={aboutLine(aboutStage(stage), firstWords(stage))}
            mark={marks.get(stage.name)}
            isSelected={selected === stage.name}
            onSelect={onSelect}
          />
          {stage.ways.length + factsOf(stage).length === 0 ? null : (
            <ul className="flow-list-facts">
              {factsOf(stage).map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
              {stage.ways.map(({ to, condition, path }) => (
                <li key={path.join('.')} data-taken={taken.has(`${stage.name}→${to}`) || undefined}>
                  → <b>{spacedName(to) || 'no stage'}</b> {conditionText(condition)}
                  {taken.has(`${stage.name}→${to}`) ? ' (taken)' : ''}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function factsOf(stage: StageView): string[] {
  const reach = reachText(stage);
  return [...(reach === null ? [] : [`From every stage: ${reach}`]), ...stageFacts(stage)];
}

function aboutLine(about: string, words: string): string {
  return words === '' ? about : `${about} · ${words}`;
}
