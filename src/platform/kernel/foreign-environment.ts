/** The program's settings, secrets among them, and other variables that lead to the database. */
const own = /^(?:PARLEY_|DATABASE_URL$|PG|OTEL_)/;

/** Returns the environment for a foreign program, without the settings of this one. */
export function foreignEnvironment(environment = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !own.test(name)));
}
