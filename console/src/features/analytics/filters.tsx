import { useState } from 'react';
import { FilterDay, FilterSelect } from '../../ui/index.ts';
import { FilterChoice } from '../picks/index.ts';
import { ranges } from './range.ts';

interface FiltersProps {
  search: Readonly<Record<string, string | undefined>>;
  choose: (chosen: Record<string, string | undefined>) => void;
}

const custom = 'custom';
const types = [
  { value: 'outboundPhoneCall', label: 'Outbound' },
  { value: 'inboundPhoneCall', label: 'Inbound' },
];

/** The range, and what the calls have in common. */
export function Filters({ search, choose }: FiltersProps) {
  const { range, from, to, agentId, campaignId, trunkId, type } = search;
  const hasDays = Boolean(from ?? to);
  const [isCustom, setCustom] = useState(hasDays);
  const showsDays = hasDays || (isCustom && range === undefined);
  return (
    <>
      <FilterSelect
        label="Range: last 30 days"
        options={[...ranges.map(({ value, label }) => ({ value, label })), { value: custom, label: 'Days…' }]}
        value={showsDays ? custom : range}
        onChange={(value) => {
          setCustom(value === custom);
          choose({ range: value === custom ? undefined : value, from: undefined, to: undefined });
        }}
      />
      {showsDays ? (
        <>
          <FilterDay label="From" value={from} onChange={(day) => choose({ from: day })} />
          <FilterDay label="To" value={to} onChange={(day) => choose({ to: day })} />
        </>
      ) : null}
      <FilterChoice
        label="Agent"
        kind="agents"
        value={agentId}
        onChange={(chosen) => choose({ agentId: chosen })}
      />
      <FilterChoice
        label="Campaign"
        kind="campaigns"
        value={campaignId}
        onChange={(chosen) => choose({ campaignId: chosen })}
      />
      <FilterChoice
        label="Trunk"
        kind="trunks"
        value={trunkId}
        onChange={(chosen) => choose({ trunkId: chosen })}
      />
      <FilterSelect
        label="Direction"
        options={types}
        value={type}
        onChange={(chosen) => choose({ type: chosen })}
      />
    </>
  );
}
