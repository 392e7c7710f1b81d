import fc from 'fast-check';

/**
 * Property tests draw the same values in every run, so that a run says something about the change and not about its
 * luck. `PARLEY_TEST_SEED=random`, or a number, draws others.
 */
const wanted = process.env.PARLEY_TEST_SEED ?? '20261121';

export const propertySeed = wanted === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wanted);

fc.configureGlobal({ seed: propertySeed });
