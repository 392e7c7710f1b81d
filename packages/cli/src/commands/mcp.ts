import type { Command } from '../command.ts';

export const command: Command = {
  usage: 'mcp [--allow-writes] [--all-tools]',
  about: `Serves the operations of the API as tools to a coding assistant, with the Model Context Protocol over standard
input and output. Without --allow-writes, only operations that read are available. The scopes of the key apply. With
--all-tools, each operation is its own tool, for assistants that load tools on demand.`,
  example: 'parley mcp --key-file viewer.key',
  positionals: [0, 0],
  options: { 'allow-writes': { type: 'boolean' }, 'all-tools': { type: 'boolean' } },
  async run({ values, connect, signal }) {
    const parley = connect();
    // Only this command loads the protocol's package.
    const { serveTools } = await import('../mcp/serve-tools.ts');
    const allowsWrites = values['allow-writes'] === true;
    await serveTools(parley, { allowsWrites, listsAll: values['all-tools'] === true, signal });
    return undefined;
  },
};
