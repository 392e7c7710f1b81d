import { ScheduleCache } from '../../../domains/campaigns/index.ts';
import { addChatMessage, ChatFeed, CreateChatMessage } from '../../../domains/chats/index.ts';
import type { QuestionVectors } from '../../../domains/knowledge/index.ts';
import { Push, storePush } from '../../../domains/personalization/index.ts';
import { isSecretReference, type StepOf } from '../../../domains/workflow-definition/index.ts';
import {
  countDescendant,
  findWorkflowSecrets,
  startWorkflowWithin,
  workflowsChannel,
} from '../../../domains/workflows/index.ts';
import type { SecretKey } from '../../../platform/access/index.ts';
import { change, type Scope } from '../../../platform/audit/index.ts';
import type { Database, Notifier, Transaction } from '../../../platform/db/index.ts';
import type { Egress } from '../../../platform/egress/index.ts';
import { parseInput } from '../../../platform/http/index.ts';
import { type Clock, conflict, newId } from '../../../platform/kernel/index.ts';
import type { Execution } from '../execute-run.ts';
import type { Effect } from '../run/advance.ts';
import type { EffectResult } from '../run/settle.ts';
import type { Claimed } from '../store.ts';
import { type CallInput, placeSingleCall, queueCampaignCall } from './calls.ts';
import { type HttpRequest, sendRequest } from './http.ts';
import { askModel, type ModelsOf } from './language-model.ts';
import { type Done, once } from './once.ts';
import { findPassagesFor } from './search-knowledge.ts';

/** The dependencies of effects. */
export interface EffectEnvironment {
  db: Database;
  notifier: Notifier;
  secret: SecretKey;
  clock: Clock;
  egress: () => Promise<Egress>;
  modelsOf: ModelsOf;
  /** Without it, searches of knowledge compare words alone. */
  questionVectors?: QuestionVectors | undefined;
}

/** Returns the function that carries out the effects of steps. */
export function effects(environment: EffectEnvironment): Execution['carryOut'] {
  const { db, notifier, clock } = environment;
  const schedules = new ScheduleCache(db);
  return async (run, effect, signal) => {
    const { step, entry } = effect;
    const nowMs = clock.now();
    const input = entry.input as never;
    const within = (work: (scope: Scope, tx: Transaction) => Promise<Done>) =>
      once({ db, nowMs }, run, effect, work);
    switch (step.type) {
      case 'http':
        return request(environment, run, effect, signal);
      case 'languageModel': {
        const { organizationId } = run;
        const asked = { organizationId, step, input, attempts: entry.attempts, nowMs };
        return askModel(environment.modelsOf, asked, signal);
      }
      case 'searchKnowledge':
        return findPassagesFor({ db, vectors: environment.questionVectors }, run.organizationId, input);
      case 'queueCall':
        return notifyAfter(notifier, 'parley_calls', () =>
          within((scope, tx) => queueCampaignCall({ step, input, schedules, nowMs }, scope, tx)),
        );
      case 'placeCall':
        return notifyAfter(notifier, 'parley_calls', () =>
          within((scope) => placeSingleCall({ step, input: input as CallInput, notifier }, scope)),
        );
      case 'workflow':
        return notifyAfter(notifier, workflowsChannel, () =>
          within((scope, tx) => startRun({ step, input, run }, scope, tx)),
        );
      case 'sendChatMessage':
        return notifyAfter(notifier, 'parley_chats', () =>
          within((scope) => sendChatMessage(scope, entry.input)),
        );
      case 'pushPersonalization':
        return within((scope) => push(scope, entry.input));
    }
  };
}

/** Returns the same key for every attempt of a step, so that receivers recognize repetitions. */
function idempotencyKeyOf({ facts }: Claimed, { entry }: Effect): string {
  return `${facts.runId}:${entry.key}`;
}

/** Runs the work, and notifies other processes after its commit. */
async function notifyAfter(
  notifier: Notifier,
  channel: string,
  work: () => Promise<EffectResult>,
): Promise<EffectResult> {
  const result = await work();
  notifier.notify(channel);
  return result;
}

async function request(
  { db, secret, clock, egress }: EffectEnvironment,
  run: Claimed,
  effect: Effect,
  signal: AbortSignal,
): Promise<EffectResult> {
  const { step, entry } = effect;
  if (step.type !== 'http') throw new Error('the step is not a request');
  const names = secretsIn([step.headers, step.body]);
  const secrets = await findWorkflowSecrets(db, secret, run.organizationId, names);
  const input = entry.input as HttpRequest['input'];
  const nowMs = clock.now();
  const idempotencyKey = idempotencyKeyOf(run, effect);
  const { attempts } = entry;
  const outlet = (await egress()).of(run.organizationId, 'workflows');
  return sendRequest(outlet, { step, input, attempts, idempotencyKey, secrets, nowMs }, signal);
}

/** Returns the names of the secrets in a template. */
function secretsIn(template: unknown): string[] {
  if (isSecretReference(template)) return [template.secret];
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap(secretsIn);
}

/** Adds a message to a chat by the rules for a person of the organization. */
async function sendChatMessage(scope: Scope, input: unknown): Promise<Done> {
  const { chatId, ...message } = input as { chatId: string; content: string; agentName?: string };
  const given = { role: 'agent', agentName: 'Workflow', ...message };
  const checked = parseInput(CreateChatMessage, given, 'message');
  // This feed has no followers. All processes are notified of the message after the commit.
  const added = await addChatMessage({ ...scope, feed: new ChatFeed() }, chatId, checked);
  return { output: { chatId, messageId: added.message.messageId } };
}

async function push(scope: Scope, input: unknown): Promise<Done> {
  const item = { actor: scope.actor, pushId: newId('push'), ...parseInput(Push, input, 'push') };
  return change(scope, async (tx) => {
    await storePush(tx, item);
    const audit = { verb: 'pushed', type: 'personalization', id: item.pushId, label: null } as const;
    return { result: { output: { phoneNumber: item.phoneNumber } }, audit };
  });
}

/** Maximum depth of runs that start each other. */
const depthMax = 5;

/** Starts another workflow. The step waits for its end if `wait` is set. */
async function startRun(
  { step, input, run }: { step: StepOf<'workflow'>; input: { input: Record<string, unknown> }; run: Claimed },
  { actor }: Scope,
  tx: Transaction,
): Promise<Done> {
  if (run.depth >= depthMax) {
    throw conflict('workflow.too_deep', `Workflows may start each other at most ${depthMax} deep.`);
  }
  await countDescendant(tx, actor.organizationId, run.facts.runId);
  const { runId, isPublished } = await startWorkflowWithin(tx, actor, {
    workflowId: step.workflowId,
    input: input.input,
    by: 'workflow',
    parentRunId: run.facts.runId,
    depth: run.depth + 1,
  });
  const output = { workflowRunId: runId };
  if (!isPublished && step.wait) {
    throw conflict('workflow.unpublished', `The workflow ${step.workflowId} has no published version.`);
  }
  const wait = { key: `run:${runId}`, timeoutSeconds: step.timeoutSeconds };
  return step.wait ? { output, wait } : { output };
}
