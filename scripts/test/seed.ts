import fc from 'fast-check';

// The same random inputs in every run, so that a test fails only because of a change. A failing test prints its seed.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });
