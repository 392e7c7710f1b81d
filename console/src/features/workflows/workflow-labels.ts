import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/index.ts';

export type Workflow = Schema<'Workflow'>;
export type ListedWorkflow = Schema<'ListedWorkflow'>;
export type Trigger = Schema<'WorkflowTrigger'>;
export type Run = Schema<'WorkflowRun'>;
export type RunSummary = Schema<'WorkflowRunSummary'>;
export type RunStep = Schema<'WorkflowRunStep'>;
export type RunStatus = RunSummary['status'];

export const runStatuses: readonly RunStatus[] = [
  ...(['running', 'waiting', 'completed', 'failed', 'canceled', 'unpublished'] as const),
];

export const runTones: Readonly<Record<RunStatus, Tone>> = {
  running: 'busy',
  waiting: 'waiting',
  completed: 'good',
  failed: 'bad',
  canceled: 'neutral',
  unpublished: 'neutral',
};

/** Returns true while the run can still do something. */
export function isOpen({ status }: Pick<RunSummary, 'status'>): boolean {
  return status === 'running' || status === 'waiting';
}

/** Returns the state of a run in words; a paused run is "Paused". */
export function runState(run: Pick<RunSummary, 'status' | 'pausedAt'>): {
  word: string;
  tone: Tone;
  pulse: boolean;
} {
  const isPaused = isOpen(run) && run.pausedAt !== null;
  return {
    word: isPaused ? 'paused' : run.status,
    tone: isPaused ? 'waiting' : runTones[run.status],
    pulse: run.status === 'running',
  };
}

/** Returns how long the run took, or has taken so far, in milliseconds. */
export function tookMs(
  { startedAt, endedAt }: { startedAt: string; endedAt: string | null },
  nowMs: number,
): number {
  return Math.max(0, (endedAt === null ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt));
}

/** Returns the trigger in a few words. */
export function triggerLabel(trigger: Trigger): string {
  if (trigger.type === 'webhook') return 'Webhook';
  if (trigger.type === 'schedule') return `${trigger.cron} · ${trigger.timeZone}`;
  return trigger.filter ? `${trigger.event}, filtered` : trigger.event;
}

export const triggerTypeLabels: Readonly<Record<Trigger['type'], string>> = {
  webhook: 'Webhook',
  schedule: 'Schedule',
  event: 'Event',
};

/** Returns true when the draft equals the published version. */
export function isPublishedAsIs({ published, trigger, definition }: Workflow): boolean {
  return (
    published !== null &&
    JSON.stringify([published.trigger, published.definition]) === JSON.stringify([trigger, definition])
  );
}

/** Returns the state of a workflow: whether triggers start it, and which version. */
export function workflowState(workflow: Workflow): { word: string; tone: Tone } {
  if (workflow.published === null) return { word: 'Not published', tone: 'neutral' };
  return workflow.enabled ? { word: 'Enabled', tone: 'good' } : { word: 'Disabled', tone: 'waiting' };
}
