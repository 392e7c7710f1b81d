import { getRouteApi } from '@tanstack/react-router';
import { useCan } from '../../api/index.ts';
import { DeleteDataButton } from './delete-data.tsx';
import { DeletionReceipt } from './deletion-receipt.tsx';
import { FindReceipt } from './find-receipt.tsx';
import { SettingsFrame } from './settings-frame.tsx';

const route = getRouteApi('/frame/settings/data-deletions');

/** Deletes a person's data, and shows the receipts. */
export function DataDeletionsPage() {
  const mayWrite = useCan('data-deletions:write');
  const { dataDeletionId } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (id: string) => void navigate({ search: { dataDeletionId: id } });
  return (
    <SettingsFrame
      section="/settings/data-deletions"
      actions={mayWrite ? <DeleteDataButton onBegun={show} /> : null}
    >
      <FindReceipt onFound={show} />
      {dataDeletionId ? <DeletionReceipt dataDeletionId={dataDeletionId} /> : null}
    </SettingsFrame>
  );
}
