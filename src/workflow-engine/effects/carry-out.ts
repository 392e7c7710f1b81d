import type { SecretKey } from '../../access/index.ts';
import type { Database } from '../../db/index.ts';
import type { Egress } from '../../egress/index.ts';
import type { Clock } from '../../kernel/index.ts';
import { isSecretReference } from '../../workflow-definition/index.ts';
import { findWorkflowSecrets } from '../../workflows/index.ts';
import type { Claimed } from '../claims.ts';
import type { Execution } from '../execute-run.ts';
import type { Effect } from '../run/advance.ts';
import type { EffectResult } from '../run/settle.ts';
import { type HttpRequest, sendRequest } from './http.ts';

/** What steps are carried out with. */
export interface EffectEnvironment {
  db: Database;
  secret: SecretKey;
  clock: Clock;
  egress: () => Promise<Egress>;
}

/** Carries out what steps want done outside of their runs. */
export function effects(environment: EffectEnvironment): Execution['carryOut'] {
  return async (run, effect, signal) => {
    const { step } = effect;
    switch (step.type) {
      case 'http':
        return request(environment, run, effect, signal);
      default:
        return { kind: 'failed', error: `steps of type ${step.type} are not carried out by this version` };
    }
  };
}

/** The same for every attempt of a step, so that who receives it can tell that it is one and the same. */
export function idempotencyKeyOf({ facts }: Claimed, { entry }: Effect): string {
  return `${facts.runId}:${entry.key}`;
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
  return sendRequest(await egress(), { step, input, attempts, idempotencyKey, secrets, nowMs }, signal);
}

/** The names of the secrets that a template refers to. */
function secretsIn(template: unknown): string[] {
  if (isSecretReference(template)) return [template.secret];
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap(secretsIn);
}
