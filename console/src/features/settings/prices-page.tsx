import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, useCan } from '../../api/index.ts';
import { ErrorState, Panel } from '../../ui/index.ts';
import { PriceEditor } from './price-editor.tsx';
import { PriceHistory } from './price-history.tsx';
import { TypicalMinute } from './price-minute.tsx';
import { rowsOf, rowsOn, today } from './price-rows.ts';
import { PriceTable } from './price-table.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The prices of usage. */
export function PricesPage() {
  const mayWrite = useCan('organization:write');
  const { data, error, refetch } = useQuery({
    queryKey: ['prices'],
    queryFn: ({ signal }) => read(api.GET('/api/organization/prices', { signal })),
  });
  return (
    <SettingsFrame section="/settings/prices">
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data ? (
        <>
          {mayWrite ? (
            <PriceEditor list={data} />
          ) : (
            <>
              <Panel title="Prices">
                <PriceTable currency={data.currency ?? ''} rows={rowsOf(data.prices)} />
              </Panel>
              <TypicalMinute currency={data.currency ?? ''} rows={rowsOn(rowsOf(data.prices), today())} />
            </>
          )}
          <PriceHistory list={data} />
        </>
      ) : null}
      {!data && !error ? <Skeleton height={420} aria-busy="true" /> : null}
    </SettingsFrame>
  );
}
