import { Panel } from '../../ui/index.ts';
import { Findings, OverallVerdict } from '../findings/index.ts';
import type { Call } from './call-words.ts';

/** What was found out after the call. */
export function FindingsPanel({ call }: { call: Call }) {
  const { summary, analysis, qa } = call;
  if (summary === null && analysis === null && qa === null) return null;
  return (
    <Panel title="What was found out" aside={<OverallVerdict qa={qa} />}>
      <Findings summary={summary} analysis={analysis} qa={qa} />
    </Panel>
  );
}
