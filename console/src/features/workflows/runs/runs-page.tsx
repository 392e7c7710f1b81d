import '../workflows.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AppLink, FilterSelect, Page } from '../../../ui/index.ts';
import { workflowNamesQuery } from '../queries.ts';
import { RunsTable } from './runs-table.tsx';

const route = getRouteApi('/frame/workflow-runs');
const back = (
  <AppLink to="/workflows" className="app-link back">
    Workflows
  </AppLink>
);

/** Runs of all workflows, newest first, by filters that stand in the URL. */
export function RunsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: names = [] } = useQuery(workflowNamesQuery);
  const choose = (chosen: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...chosen }), replace: true });
  return (
    <Page title="Workflow runs" back={back} description="Every run of every workflow, newest first.">
      <RunsTable
        workflowId={search.workflowId}
        status={search.status}
        onStatus={(status) => choose({ status })}
        filters={
          <FilterSelect
            label="Workflow"
            value={search.workflowId}
            options={names}
            onChange={(workflowId) => choose({ workflowId })}
            searchable
          />
        }
        onClear={() => void navigate({ search: {}, replace: true })}
      />
    </Page>
  );
}
