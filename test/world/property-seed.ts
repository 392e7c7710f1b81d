import fc from 'fast-check';

/**
 * The seed of property tests. It is fixed, so that a failure is due to the change and not to chance.
 * `PARLEY_TEST_SEED=random`, or a number, sets another.
 */
const wanted = process.env.PARLEY_TEST_SEED ?? '20261121';

export const propertySeed = wanted === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wanted);

fc.configureGlobal({ seed: propertySeed });
