import fc from 'fast-check';

// The same random inputs in every run, so that a change fails for what it changed. A failing test prints its seed.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });
