import { AppLink, Duration, FactList, formatInstant, Panel, TimeText } from '../../../ui/index.ts';
import { type Run, tookMs } from '../workflow-labels.ts';

/** When the run started, who started it, and earlier runs. */
export function RunFacts({ run, nowMs }: { run: Run; nowMs: number }) {
  const { workflowRunId, createdAt, endedAt, pausedAt, parentRunId, triggeredBy, requestId } = run;
  return (
    <Panel title="Details">
      <FactList
        facts={[
          ['Started', formatInstant(createdAt)],
          ['Duration', <Duration key="took" ms={tookMs({ startedAt: createdAt, endedAt }, nowMs)} />],
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
