/** The program's own settings, secrets among them, and what else leads to the database. */
const own = /^(?:PARLEY_|DATABASE_URL$|PG|OTEL_)/;

/** The environment for a program that is not ours: without the settings of this one. */
export function foreignEnvironment(environment = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !own.test(name)));
}
