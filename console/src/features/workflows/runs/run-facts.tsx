import { AppLink, Elapsed, FactList, formatInstant, Panel, TimeText } from '../../../ui/index.ts';
import type { Run } from '../workflow-labels.ts';

/** When the run started, who started it, and earlier runs. */
export function RunFacts({ run }: { run: Run }) {
  const { workflowRunId, createdAt, endedAt, pausedAt, parentRunId, triggeredBy, requestId } = run;
  return (
    <Panel title="Details">
      <FactList
        facts={[
          ['Started', formatInstant(createdAt)],
          ['Duration', <Elapsed key="took" since={createdAt} until={endedAt} />],
          pausedAt === null ? null : ['Paused', <TimeText key="paused" at={pausedAt} />],
          parentRunId === null
            ? null
            : [
                'Started by run',
                <AppLink
                  key="parent"
                  to="/workflow-runs/$workflowRunId"
                  params={{ workflowRunId: parentRunId }}
                >
                  {parentRunId}
                </AppLink>,
              ],
          ['Triggered by', <code key="by">{triggeredBy}</code>],
          ['Request', <code key="request">{requestId}</code>],
          ['Run id', <code key="id">{workflowRunId}</code>],
        ]}
      />
    </Panel>
  );
}
