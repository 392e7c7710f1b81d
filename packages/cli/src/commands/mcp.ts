import type { Command } from '../command.ts';

export const command: Command = {
  usage: 'mcp [--allow-writes] [--all-tools]',
  about: `Serves the operations of the API as tools to a coding assistant, by the Model Context Protocol over standard input
and output. Only operations that read are there; with --allow-writes those that change things are too. What a tool may do
is what the key may do. With --all-tools each operation is a tool of its own, for assistants that load tools when they
need them.`,
  example: 'parley mcp --key-file viewer.key',
  positionals: [0, 0],
  options: { 'allow-writes': { type: 'boolean' }, 'all-tools': { type: 'boolean' } },
  async run({ values, connect, signal }) {
    const parley = connect();
    // The protocol's package is loaded by this command alone.
    const { serveTools } = await import('../mcp/serve-tools.ts');
    const allowsWrites = values['allow-writes'] === true;
    await serveTools(parley, { allowsWrites, listsAll: values['all-tools'] === true, signal });
    return undefined;
  },
};
