import { Text } from '@mantine/core';
import { formatLabel, formatMoney, formatNumber, formatPrice, Panel, providerNames } from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import type { Call } from './call-labels.ts';

type Cost = NonNullable<Call['cost']>;
type Usage = Cost['unpriced'][number];

/** The call's cost by item, and usage without a price. The exact amounts are in the tooltips. */
export function CostPanel({ cost }: { cost: Cost }) {
  const { currency, total, items, unpriced, usageIsComplete } = cost;
  return (
    <Panel
      title="Cost"
      aside={
        <Text span fw={600} className="tabular" title={`${total} ${currency}`}>
          {formatMoney(total, currency)}
        </Text>
      }
      description={
        usageIsComplete
          ? 'At the prices when the call ended.'
          : 'At the prices when the call ended. Some usage could not be measured.'
      }
    >
      <ul className="costs">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two connections may be equal
          <li key={`${index} ${item.unit}`}>
            <UsageText usage={item} />
            <span className="tabular" title={`${item.cost} ${currency}`}>
              {formatMoney(item.cost, currency)}
            </span>
            <Text span size="xs" c="dimmed">
              {quantityOf(item)} at {formatPrice(item.amount, currency)} per {perOf(item)}
            </Text>
          </li>
        ))}
        {unpriced.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two connections may be alike
          <li key={`unpriced ${index} ${item.unit}`}>
            <UsageText usage={item} />
            <Text span inherit c="dimmed">
              No price
            </Text>
            <Text span size="xs" c="dimmed">
              {quantityOf(item)}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Names the trunk, or the provider with its model, and the agent that used it, unless it is the call's. */
function UsageText({ usage: { kind, provider, model, direction, agentId } }: { usage: Usage }) {
  const names: Record<string, string> = providerNames;
  return (
    <span>
      {kind === 'telephony' ? (
        <>
          Trunk <NameOf kind="trunks" id={provider} />
          {direction ? `, ${direction}` : ''}
        </>
      ) : (
        [names[provider] ?? provider, model].filter(Boolean).join(' ')
      )}
      {agentId === undefined ? null : (
        <>
          {' '}
          by <NameOf kind="agents" id={agentId} />
        </>
      )}
    </span>
  );
}

/** `1 minute`, `400 input tokens`. */
function quantityOf({ quantity, unit }: Usage): string {
  const words = formatLabel(unit).toLowerCase();
  return `${formatNumber(quantity)} ${quantity === 1 ? words.replace(/s$/, '') : words}`;
}

/** `minute`, `1,000,000`. */
function perOf({ per, unit }: Cost['items'][number]): string {
  return per === 1 ? formatLabel(unit).toLowerCase().replace(/s$/, '') : formatNumber(per);
}
