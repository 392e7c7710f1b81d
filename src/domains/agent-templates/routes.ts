import { defineRoute, type Route } from '../../platform/http/index.ts';
import { AgentTemplateList } from './schemas.ts';

const description = `Complete agents for common jobs, to begin with and to change. Each comes twice. \`embedded\` plays a
script without a key. \`vendor\` has instructions for a model: add the \`configuration\` of a preset
(\`GET /api/agent-presets\`). Send either to \`POST /api/agents\`. Nothing is stored before that.`;

export function agentTemplateRoutes(): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/agent-templates',
      operationId: 'listAgentTemplates',
      tag: 'Agents',
      summary: 'List complete agents for common jobs',
      description,
      scope: 'agents:read',
      output: AgentTemplateList,
      status: 200,
      async handle() {
        // The texts are large and seldom read.
        const { templates } = await import('./templates.ts');
        return { templates: templates.map(({ endedReason: _, ...template }) => template) };
      },
    }),
  ];
}
