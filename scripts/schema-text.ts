import type { Catalog, Column, Constraint, Definition } from './schema-catalog.ts';

const head = `-- The database as the migrations make it, written by \`npm run db:dump\` and compared by a test. It is here to be
-- read, and to show in a review what a migration changes; the program itself applies the migrations.

-- Functions may be defined before what they use.
set check_function_bodies = off;`;

/** Returns SQL that creates the catalog's schema in an empty database. Its order depends on names alone. */
export function schemaText(catalog: Catalog): string {
  const columnsOf = Map.groupBy(catalog.columns, ({ owner }) => owner);
  const constraintsOf = Map.groupBy(catalog.constraints, ({ owner }) => owner);
  const indexesOf = Map.groupBy(catalog.indexes, ({ owner }) => owner);
  const isInColumn = ({ owner }: Definition) =>
    catalog.columns.some(({ expression }) => expression?.includes(`${owner}(`));
  const blocks = [
    head,
    catalog.extensions.map((name) => `create extension if not exists ${name};`).join('\n'),
    ...catalog.compositeTypes.map((name) => {
      const fields = (columnsOf.get(name) ?? []).map(fieldText);
      return `create type ${name} as (\n${listed(fields)}\n);`;
    }),
    ...catalog.functions.filter(isInColumn).map(statement),
    ...catalog.tables.map((table) =>
      [
        tableText(table, columnsOf.get(table.name) ?? [], constraintsOf.get(table.name) ?? []),
        ...(indexesOf.get(table.name) ?? []).map(statement),
      ].join('\n'),
    ),
    // After all tables, because a constraint may refer to any of them.
    catalog.constraints
      .filter(isForeignKey)
      .map((constraint) => `alter table ${constraint.owner} add ${constraintText(constraint)};`)
      .join('\n'),
    ...catalog.functions.filter((definition) => !isInColumn(definition)).map(statement),
    ...catalog.triggers.map(statement),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function tableText(
  { name, isUnlogged, options, partitionKey }: Catalog['tables'][number],
  columns: Column[],
  constraints: Constraint[],
): string {
  const own = constraints.filter((constraint) => !isForeignKey(constraint));
  const lines = listed([...columns.map(columnText), ...own.map(constraintText)]);
  const settings = options ? ` with (${options.join(', ')})` : '';
  const partitions = partitionKey ? ` partition by ${partitionKey.toLowerCase()}` : '';
  return `create ${isUnlogged ? 'unlogged ' : ''}table ${name} (\n${lines}\n)${partitions}${settings};`;
}

function fieldText({ name, type, collation }: Column): string {
  return `${name} ${type}${collation ? ` collate ${collation}` : ''}`;
}

function columnText(column: Column): string {
  const { identity, isGenerated, isRequired, expression, storage } = column;
  const parts = [fieldText(column)];
  // PostgreSQL's grammar puts the storage before the constraints of the column.
  if (storage) parts.splice(1, 0, `storage ${storage}`);
  if (isRequired) parts.push('not null');
  if (identity) parts.push(`generated ${identity === 'a' ? 'always' : 'by default'} as identity`);
  if (isGenerated) parts.push(`generated always as (${expression}) stored`);
  else if (expression !== null) parts.push(`default ${expression}`);
  return parts.join(' ');
}

function constraintText({ name, definition }: Constraint): string {
  return `constraint ${name} ${definition}`;
}

function isForeignKey({ kind }: Constraint): boolean {
  return kind === 'f';
}

function statement({ definition }: Definition): string {
  return `${definition.trimEnd()};`;
}

function listed(lines: string[]): string {
  return lines.map((line) => `  ${line}`).join(',\n');
}
