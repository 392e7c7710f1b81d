import { Table, Text, VisuallyHidden } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { formatLabel, formatNumber, Panel, providerNames, TimeText } from '../../ui/index.ts';

type PriceList = Schema<'PriceList'>;
type Price = PriceList['prices'][number];

/** The current prices. */
export function PriceTable({ list: { prices, currency, version, createdAt } }: { list: PriceList }) {
  return (
    <Panel
      title={currency ? `Prices in ${currency}` : 'Prices'}
      aside={
        version > 0 ? (
          <Text size="sm" c="dimmed">
            Version {version}, set <TimeText at={createdAt} />
          </Text>
        ) : null
      }
    >
      {prices.length === 0 ? (
        <Text size="sm" c="dimmed">
          No prices are set, so calls and chats have no cost.
        </Text>
      ) : (
        <Table className="price-table" tabularNums>
          <Table.Caption className="visually-hidden-caption">
            <VisuallyHidden>Prices</VisuallyHidden>
          </Table.Caption>
          <Table.Tbody>
            {prices.map((price) => (
              <Table.Tr key={JSON.stringify(price)}>
                <Table.Td>{formatLabel(price.kind)}</Table.Td>
                <Table.Td>{ofWhat(price)}</Table.Td>
                <Table.Td ta="right">
                  {price.amount} {currency} per {price.per === 1 ? '' : `${formatNumber(price.per)} `}
                  {price.per === 1 && price.unit.endsWith('s')
                    ? price.unit.replaceAll('-', ' ').slice(0, -1)
                    : price.unit.replaceAll('-', ' ')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}

function ofWhat(price: Price): string {
  if (price.kind === 'telephony')
    return `${price.trunkId ?? 'All trunks'}, ${price.direction ?? 'both directions'}`;
  const names: Record<string, string> = providerNames;
  return `${names[price.provider] ?? formatLabel(price.provider)}, ${price.model ?? 'all models'}`;
}
