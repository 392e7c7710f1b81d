export type { AgentDocument, AgentTemplate, TemplateTurn, TemplateVariable } from './template.ts';
export { templates } from './templates.ts';
