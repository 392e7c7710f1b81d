import { firstRow, type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import type { SetWidget, Widget } from './schemas.ts';

/** A widget with its organization. */
export interface OpenWidget {
  organizationId: string;
  agentId: string;
  token: string;
  allowedOrigins: string[];
  /** Whether visitors may call the agent. */
  voice: boolean;
}

/** A widget without its URL, as it is stored. */
export type WidgetRow = Omit<Widget, 'url'>;

const columns = `agent_id as "agentId", token, enabled, voice, allowed_origins as "allowedOrigins",
  created_at as "createdAt", updated_at as "updatedAt"`;
/** Returns nothing when the agent does not exist. */
const set = statement(
  'widgets.set',
  `insert into chat_widgets (organization_id, agent_id, token, enabled, allowed_origins, voice)
   select organization_id, agent_id, $3, $4, $5, $6 from agents where organization_id = $1 and agent_id = $2
   for key share
   on conflict (organization_id, agent_id) do update
     set enabled = excluded.enabled, voice = excluded.voice, allowed_origins = excluded.allowed_origins, updated_at = now()
   returning ${columns}`,
);
const select = readStatement(
  'widgets.get',
  `select ${columns} from chat_widgets where organization_id = $1 and agent_id = $2`,
);
const remove = statement(
  'widgets.delete',
  'delete from chat_widgets where organization_id = $1 and agent_id = $2 returning 1',
);
const selectOpen = readStatement(
  'widgets.open',
  `select organization_id as "organizationId", agent_id as "agentId", token, allowed_origins as "allowedOrigins", voice
   from chat_widgets where token = $1 and enabled`,
);

/** Creates or changes a widget. Returns null when the agent does not exist. The token is only used for a new widget. */
export function setWidgetRow(
  db: Queryable,
  organizationId: string,
  agentId: string,
  { token, enabled, allowedOrigins, voice }: SetWidget & { token: string },
): Promise<WidgetRow | null> {
  const values = [organizationId, agentId, token, enabled, allowedOrigins, voice];
  return firstRow(db, set, values);
}

export function findWidget(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<WidgetRow | null> {
  return firstRow(db, select, [organizationId, agentId]);
}

/** Returns whether the widget existed. */
export async function deleteWidgetRow(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<boolean> {
  return (await db.query(remove, [organizationId, agentId])).length > 0;
}

/** Returns the enabled widget with a token, of any organization. */
export function findOpenWidget(db: Queryable, token: string): Promise<OpenWidget | null> {
  return firstRow(db, selectOpen, [token]);
}
