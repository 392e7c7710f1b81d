import '../workflows.css';
import { getRouteApi } from '@tanstack/react-router';
import { AppLink, Page } from '../../../ui/index.ts';
import { FilterChoice } from '../../picks/index.ts';
import { RunsTable } from './runs-table.tsx';

const route = getRouteApi('/frame/workflow-runs');
const back = (
  <AppLink to="/workflows" className="app-link back">
    Workflows
  </AppLink>
);

/** Lists runs of all workflows, newest first. The filters are in the URL. */
export function RunsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (chosen: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...chosen }), replace: true });
  return (
    <Page title="Workflow runs" back={back} description="All runs of all workflows, newest first.">
      <RunsTable
        workflowId={search.workflowId}
        status={search.status}
        onStatus={(status) => choose({ status })}
        filters={
          <FilterChoice
            label="Workflow"
            kind="workflows"
            value={search.workflowId}
            onChange={(workflowId) => choose({ workflowId })}
          />
        }
        onClear={() => void navigate({ search: {}, replace: true })}
      />
    </Page>
  );
}
