import { ScheduleCache } from '../../../domains/campaigns/index.ts';
import { addChatMessage, ChatFeed, CreateChatMessage } from '../../../domains/chats/index.ts';
import { Push, storePush } from '../../../domains/personalization/index.ts';
import { isSecretReference } from '../../../domains/workflow-definition/index.ts';
import { findWorkflowSecrets, workflowsChannel } from '../../../domains/workflows/index.ts';
import type { SecretKey } from '../../../platform/access/index.ts';
import { change, type Scope } from '../../../platform/audit/index.ts';
import type { Database, Notifier, Transaction } from '../../../platform/db/index.ts';
import type { Egress } from '../../../platform/egress/index.ts';
import { parseInput } from '../../../platform/http/index.ts';
import { type Clock, newId } from '../../../platform/kernel/index.ts';
import type { Claimed } from '../claims.ts';
import type { Execution } from '../execute-run.ts';
import type { Effect } from '../run/advance.ts';
import type { EffectResult } from '../run/settle.ts';
import { type CallInput, placeSingleCall, queueCampaignCall } from './calls.ts';
import { type HttpRequest, sendRequest } from './http.ts';
import { askModel, type ModelsOf } from './language-model.ts';
import { type Done, once } from './once.ts';
import { startRun } from './start-run.ts';

/** What steps are carried out with. */
export interface EffectEnvironment {
  db: Database;
  notifier: Notifier;
  secret: SecretKey;
  clock: Clock;
  egress: () => Promise<Egress>;
  modelsOf: ModelsOf;
}

/** Carries out what steps want done outside of their runs. */
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
      case 'queueCall':
        return told(notifier, 'parley_calls', () =>
          within((scope, tx) => queueCampaignCall({ step, input, schedules, nowMs }, scope, tx)),
        );
      case 'placeCall':
        return told(notifier, 'parley_calls', () =>
          within((scope) => placeSingleCall({ step, input: input as CallInput, notifier }, scope)),
        );
      case 'workflow':
        return told(notifier, workflowsChannel, () =>
          within((scope, tx) => startRun({ step, input, run }, scope, tx)),
        );
      case 'sendChatMessage':
        return told(notifier, 'parley_chats', () => within((scope) => sendChatMessage(scope, entry.input)));
      case 'pushPersonalization':
        return within((scope) => push(scope, entry.input));
    }
  };
}

/** The same for every attempt of a step, so that who receives it can tell that it is one and the same. */
function idempotencyKeyOf({ facts }: Claimed, { entry }: Effect): string {
  return `${facts.runId}:${entry.key}`;
}

/** Once it is committed, whoever waits for such things is told. */
async function told(
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
  if (step.type !== 'http') throw new Error('the step is no request');
  const names = secretsIn([step.headers, step.body]);
  const secrets = await findWorkflowSecrets(db, secret, run.organizationId, names);
  const input = entry.input as HttpRequest['input'];
  const nowMs = clock.now();
  const idempotencyKey = idempotencyKeyOf(run, effect);
  const { attempts } = entry;
  const outlet = (await egress()).of(run.organizationId, 'workflows');
  return sendRequest(outlet, { step, input, attempts, idempotencyKey, secrets, nowMs }, signal);
}

/** The names of the secrets that a template refers to. */
function secretsIn(template: unknown): string[] {
  if (isSecretReference(template)) return [template.secret];
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap(secretsIn);
}

/** Writes into a chat as a person of the organization would, by the same rules. */
async function sendChatMessage(scope: Scope, input: unknown): Promise<Done> {
  const { chatId, ...message } = input as { chatId: string; content: string; agentName?: string };
  const given = { role: 'agent', agentName: 'Workflow', ...message };
  const checked = parseInput(CreateChatMessage, given, 'message');
  // Nobody follows chats by this feed: what is stored is told to all processes once it is committed.
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
