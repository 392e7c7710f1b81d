import { change, type ReadScope, type Scope } from '../../platform/audit/index.ts';
import { notFound, randomHex } from '../../platform/kernel/index.ts';
import type { SetWidget, Widget } from './schemas.ts';
import { deleteWidgetRow, findWidget, setWidgetRow, type WidgetRow } from './store.ts';

/** The scope with the base URL at which visitors reach the widget. */
type Reached<Kind> = Kind & { baseUrl: string };

/** Creates or changes the agent's widget. An existing widget keeps its token. */
export async function setWidget(scope: Reached<Scope>, agentId: string, input: SetWidget): Promise<Widget> {
  return change(scope, async (tx) => {
    const values = { ...input, token: `widget_${randomHex(16)}` };
    const widget = await setWidgetRow(tx, scope.actor.organizationId, agentId, values);
    if (!widget) throw notFound('agent');
    return { result: shown(widget, scope), audit: { verb: 'updated', type: 'chat_widgets', id: agentId } };
  });
}

export async function getWidget(scope: Reached<ReadScope>, agentId: string): Promise<Widget> {
  const widget = await findWidget(scope.db, scope.actor.organizationId, agentId);
  if (!widget) throw notFound('widget');
  return shown(widget, scope);
}

function shown(widget: WidgetRow, { baseUrl }: { baseUrl: string }): Widget {
  return { ...widget, url: `${baseUrl}/public/chats/${widget.token}` };
}

/** Deletes the widget and invalidates its token. A later widget gets a new one. */
export async function deleteWidget(scope: Scope, agentId: string): Promise<void> {
  await change(scope, async (tx) => {
    if (!(await deleteWidgetRow(tx, scope.actor.organizationId, agentId))) throw notFound('widget');
    return { result: undefined, audit: { verb: 'deleted', type: 'chat_widgets', id: agentId } };
  });
}
