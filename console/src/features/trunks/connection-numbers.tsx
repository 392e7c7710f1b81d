import { Button, Checkbox, Group, Loader, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read } from '../../api/index.ts';
import {
  ConfirmButton,
  CountryField,
  ErrorState,
  formatCount,
  formatMoney,
  Panel,
  toastDone,
  toastFailure,
} from '../../ui/index.ts';
import { Choice, useOnly } from '../picks/index.ts';
import {
  type Connection,
  monthlySum,
  type Numbers,
  type Offer,
  vendorNames,
  withPicked,
} from './connection-labels.ts';

/** Chooses numbers of the account and numbers on sale, and connects them. */
export function NumbersPanel({ connection }: { connection: Connection }) {
  const { carrierConnectionId, vendor, steps } = connection;
  const [asked, setAsked] = useState<{ country: string; areaCode: string } | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // Offers that were chosen, which another search may not find.
  const [picked, setPicked] = useState<readonly Offer[]>([]);
  // Null until an agent is chosen or cleared.
  const [pickedAgentId, setAgentId] = useState(connection.inboundAgentId);
  const only = useOnly(['agents']);
  const agentId = pickedAgentId ?? only?.agents ?? '';
  const connected = new Set<string>();
  for (const { kind, state, phoneNumber } of steps)
    if (kind === 'number' && state === 'done' && phoneNumber !== null) connected.add(phoneNumber);
  const { data, error, isPending, refetch } = useQuery({
    // Connecting changes what numbers are used by.
    queryKey: ['carrier-numbers', carrierConnectionId, asked, connected.size],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/carrier-connections/{carrierConnectionId}/numbers', {
          params: {
            path: { carrierConnectionId },
            query: asked
              ? { country: asked.country, ...(asked.areaCode ? { areaCode: asked.areaCode } : {}) }
              : {},
          },
          signal,
        }),
      ),
    // A question to the vendor, which limits them.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
  const numbers = data && withPicked(data, picked);
  const toggle = (phoneNumber: string) => {
    const next = chosen.includes(phoneNumber)
      ? chosen.filter((one) => one !== phoneNumber)
      : [...chosen, phoneNumber];
    setChosen(next);
    setPicked((numbers?.available ?? []).filter((offer) => next.includes(offer.phoneNumber)));
  };
  const table = { connected, chosen, toggle };
  return (
    <Panel
      title="Numbers"
      description={`Choose numbers of your account at ${vendorNames[vendor]}, or buy new ones.`}
    >
      <Stack gap="md">
        <SaleSearch onSearch={setAsked} />
        {error ? <ErrorState error={error} retry={refetch} /> : null}
        {isPending && !error ? (
          <Text size="sm" role="status">
            <Loader size={12} mr={8} />
            Asking {vendorNames[vendor]}…
          </Text>
        ) : null}
        {numbers ? <NumberTable numbers={numbers} {...table} isAsked={asked !== null} /> : null}
        {numbers ? (
          <ConnectNumbers {...{ connection, chosen, agentId, setAgentId }} offers={numbers.available} />
        ) : null}
      </Stack>
    </Panel>
  );
}

function SaleSearch({ onSearch }: { onSearch: (asked: { country: string; areaCode: string }) => void }) {
  const [country, setCountry] = useState('US');
  const [areaCode, setAreaCode] = useState('');
  const search = (event: FormEvent) => {
    event.preventDefault();
    onSearch({ country, areaCode: areaCode.trim() });
  };
  return (
    <form onSubmit={search}>
      <Group gap="xs" align="flex-end">
        <CountryField label="Country" w={200} clearable={false} value={country} onChange={setCountry} />
        <TextInput
          label="Area code"
          w={110}
          placeholder="Any"
          value={areaCode}
          onChange={({ currentTarget }) => setAreaCode(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Search numbers to buy
        </Button>
      </Group>
    </form>
  );
}

interface NumberTableProps {
  numbers: Numbers;
  connected: ReadonlySet<string>;
  chosen: readonly string[];
  toggle: (phoneNumber: string) => void;
  isAsked: boolean;
}

function NumberTable({
  numbers: { owned, available },
  connected,
  chosen,
  toggle,
  isAsked,
}: NumberTableProps) {
  if (owned.length + available.length === 0) {
    return (
      <Text size="sm">
        {isAsked ? 'No numbers are on sale there.' : 'The account has no numbers. Search numbers to buy.'}
      </Text>
    );
  }
  const row = (phoneNumber: string, about: string, price: string, isDisabled: boolean) => (
    <Table.Tr key={phoneNumber}>
      <Table.Td w={44}>
        <Checkbox
          aria-label={phoneNumber}
          checked={chosen.includes(phoneNumber)}
          disabled={isDisabled}
          onChange={() => toggle(phoneNumber)}
        />
      </Table.Td>
      <Table.Td className="tabular">{phoneNumber}</Table.Td>
      <Table.Td>{about}</Table.Td>
      <Table.Td ta="right">{price}</Table.Td>
    </Table.Tr>
  );
  return (
    <Table aria-label="Numbers" className="carrier-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th aria-label="Chosen" />
          <Table.Th scope="col">Number</Table.Th>
          <Table.Th scope="col">Use or place</Table.Th>
          <Table.Th scope="col" ta="right">
            Monthly price
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {owned.map(({ phoneNumber, usedBy }) => {
          const isConnected = connected.has(phoneNumber);
          const about = isConnected ? 'Connected' : usedBy ? `Moves here from ${usedBy}` : 'Unused';
          return row(phoneNumber, about, 'In your account', isConnected);
        })}
        {available.map((offer) => {
          const { phoneNumber, place, needsDocuments } = offer;
          const about = needsDocuments ? 'Needs an address: buy it at the carrier' : (place ?? '');
          return row(phoneNumber, about, priceOf(offer), needsDocuments);
        })}
      </Table.Tbody>
    </Table>
  );
}

function priceOf({ monthlyPrice, setupPrice, currency }: Offer): string {
  if (monthlyPrice === null || currency === null) return 'Unknown';
  const setup = Number(setupPrice ?? 0) > 0 ? ` + ${formatMoney(setupPrice!, currency)} once` : '';
  return `${formatMoney(monthlyPrice, currency)}${setup}`;
}

interface ConnectNumbersProps {
  connection: Connection;
  chosen: readonly string[];
  offers: readonly Offer[];
  agentId: string;
  setAgentId: (agentId: string) => void;
}

function ConnectNumbers({ connection, chosen, offers, agentId, setAgentId }: ConnectNumbersProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { carrierConnectionId, vendor } = connection;
  const bought = offers.filter(({ phoneNumber }) => chosen.includes(phoneNumber));
  const connect = async () => {
    const numbers = chosen.map((phoneNumber) => {
      const offer = bought.find((one) => one.phoneNumber === phoneNumber);
      return { phoneNumber, buy: offer ? { monthlyPrice: offer.monthlyPrice } : null };
    });
    await read(
      api.POST('/api/carrier-connections/{carrierConnectionId}/connect', {
        params: { path: { carrierConnectionId } },
        body: { numbers, inboundAgentId: agentId || null },
      }),
    );
  };
  const connectOwned = async () => {
    setBusy(true);
    try {
      await connect();
      await client.invalidateQueries({ queryKey: ['carrier-connections'] });
      toastDone('Connecting.');
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const count = formatCount(chosen.length, 'number');
  return (
    <Group gap="md" align="flex-end" justify="space-between">
      <Choice label="Agent that answers" kind="agents" value={agentId} onChange={setAgentId} />
      {bought.length === 0 ? (
        <Button disabled={chosen.length === 0} loading={isBusy} onClick={() => void connectOwned()}>
          {chosen.length === 0 ? 'Connect numbers' : `Connect ${count}`}
        </Button>
      ) : (
        <ConfirmButton
          variant="filled"
          consequence={purchaseWords(bought, vendorNames[vendor])}
          onConfirm={connect}
          refreshes={['carrier-connections']}
          done="Connecting."
        >
          {`Buy ${bought.length} and connect ${count}`}
        </ConfirmButton>
      )}
    </Group>
  );
}

function purchaseWords(bought: readonly Offer[], vendor: string): string {
  const numbers = bought.map(({ phoneNumber }) => phoneNumber).join(', ');
  const sum = monthlySum(bought.map(({ monthlyPrice }) => monthlyPrice));
  const setup = monthlySum(bought.map(({ setupPrice }) => setupPrice ?? '0'));
  const [currency = null, ...others] = new Set(bought.map((offer) => offer.currency));
  if (others.length > 0) {
    const prices = bought.map((offer) => `${offer.phoneNumber} (${priceOf(offer)} a month)`);
    return `${vendor} bills your account for ${prices.join(', ')}. At another price nothing is bought.`;
  }
  if (sum === null || currency === null) {
    return `${vendor} bills your account for ${numbers}. The price is not known here.`;
  }
  const once = Number(setup) > 0 ? ` and ${formatMoney(setup!, currency)} once` : '';
  return `${vendor} bills your account ${formatMoney(sum, currency)} a month${once} for ${numbers}. At another price nothing is bought.`;
}
