import type { CarrierStep, ConnectCarrier, StepKind } from './schemas.ts';

/** Returns the steps of a run that connects numbers. Steps that earlier runs made stay; undone ones are made again. */
export function plannedSteps(
  setup: readonly StepKind[],
  existing: readonly CarrierStep[],
  numbers: ConnectCarrier['numbers'],
): CarrierStep[] {
  const isNumbered = ({ phoneNumber }: CarrierStep) => phoneNumber !== null;
  const standing = existing.filter(({ state }) => state !== 'undone' && state !== 'waiting');
  const basis = [...setup, 'trunk' as const].map(
    (kind) => standing.find((one) => one.kind === kind && one.state !== 'kept') ?? newStep(kind),
  );
  const earlier = standing.filter(isNumbered);
  const added = numbers.flatMap(({ phoneNumber, buy }) => [
    ...(buy === null ? [] : [newStep('buy', phoneNumber, buy.monthlyPrice)]),
    newStep('assign', phoneNumber),
    newStep('number', phoneNumber),
  ]);
  const isMade = (step: CarrierStep) =>
    earlier.some(
      (one) => one.kind === step.kind && one.phoneNumber === step.phoneNumber && one.state === 'done',
    );
  return [...basis, ...earlier, ...added.filter((step) => !isMade(step))];
}

function newStep(
  kind: StepKind,
  phoneNumber: string | null = null,
  monthlyPrice: string | null = null,
): CarrierStep {
  return { kind, phoneNumber, state: 'waiting', id: null, before: null, monthlyPrice, at: null };
}

/** Returns the place of the step that a connecting run carries out next, or -1 when all are done. */
export function nextToMake(steps: readonly CarrierStep[]): number {
  return steps.findIndex(({ state }) => state === 'waiting' || state === 'sent');
}

/** Returns the place of the step that a disconnecting run undoes next, or -1 when nothing remains. */
export function nextToUndo(steps: readonly CarrierStep[], releases: boolean): number {
  return steps.findLastIndex(
    ({ kind, state }) =>
      state === 'done' || state === 'sent' || (releases && kind === 'buy' && state === 'kept'),
  );
}

/** Returns the steps with one changed. */
export function withStep(
  steps: readonly CarrierStep[],
  place: number,
  changes: Partial<CarrierStep>,
  nowMs: number,
): CarrierStep[] {
  const at = new Date(nowMs).toISOString();
  return steps.map((step, i) => (i === place ? { ...step, ...changes, at } : step));
}

/** Returns the id of what a step made, or null. */
export function idOf(
  steps: readonly CarrierStep[],
  kind: StepKind,
  phoneNumber: string | null = null,
): string | null {
  const made = steps.find(
    (step) => step.kind === kind && step.phoneNumber === phoneNumber && step.state === 'done',
  );
  return made?.id ?? null;
}
