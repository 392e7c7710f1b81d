import { formatLabel, formatNumber, Panel } from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import type { Call } from './call-labels.ts';

type Cost = NonNullable<Call['cost']>;

/** The call's cost by item, and usage without a price. */
export function CostPanel({ cost }: { cost: Cost }) {
  const { currency, total, items, unpriced, usageIsComplete } = cost;
  return (
    <Panel
      title="Cost"
      aside={`${total} ${currency}`}
      description={
        usageIsComplete
          ? 'At the prices when the call ended.'
          : 'At the prices when the call ended. Some usage could not be measured.'
      }
    >
      <dl className="facts">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two connections may be equal
          <div key={`${index} ${item.unit}`}>
            <dt>{formatLabel(item.unit)}</dt>
            <dd>
              {item.cost} for {formatNumber(item.quantity)} of {whatOf(item)}
              <ByAgent item={item} />
            </dd>
          </div>
        ))}
        {unpriced.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two connections may be alike
          <div key={`unpriced ${index} ${item.unit}`}>
            <dt>{formatLabel(item.unit)}</dt>
            <dd>
              No price for {formatNumber(item.quantity)} of {whatOf(item)}
              <ByAgent item={item} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** The agent that caused the cost, if it is another one than the call's. */
function ByAgent({ item: { agentId } }: { item: Cost['unpriced'][number] }) {
  if (agentId === undefined) return null;
  return (
    <>
      {' '}
      by <NameOf kind="agents" id={agentId} />
    </>
  );
}

function whatOf({ kind, provider, model, direction }: Cost['unpriced'][number]): string {
  return kind === 'telephony'
    ? `the trunk, ${direction ?? 'any direction'}`
    : [provider, model].filter(Boolean).join(' ');
}
