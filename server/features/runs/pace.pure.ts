// On SQLite one statement or transaction blocks the process, so each piece of work is small.

/** Another process may have stopped in the middle of a run; this one wakes the loop itself. */
export const workEveryMs = 5000;
export const turnMs = 500;

/** Then another process may take the run over. The lease is renewed during the work. */
export const leaseMs = 5000;
/** A lease lasts longer than several of these, so that a busy moment does not end it. */
export const renewMs = 1000;
/** Without progress in between. */
export const faultsAllowed = 2;

/** Their rows are read in few statements, and no chunk delays other requests for long. */
export const plannedAtOnce = 60;
export const appliedPerTurn = 64;
/** SQLite has one writer. On PostgreSQL most of the time of a line is waiting. */
export const appliedInParallel = { sqlite: 1, postgres: 2 };
/**
 * New rows of one transaction, whose facts are read together and whose statements travel to PostgreSQL together. On
 * SQLite others would wait longer: with two or four rows 8 times as long as without a run, at the 99th percentile.
 */
export const addedTogether = { sqlite: 1, postgres: 8 };

export const cellsAtOnce = 500;
/** Each takes well below a millisecond. */
export const cellsPerYield = 50;
/** Lines that become a request, or are decided, take longer. */
export const linesPerYield = 20;

/** Others are answered, and can write, between two transactions. Each takes 10 ms at most. */
export const storedAtOnce = 200;
/** Lines can be long. */
export const charactersStoredAtOnce = 100_000;
/** Few, because others wait while they are deleted. */
export const deletedAtOnce = 500;
/** Few, because reading them blocks the process. */
export const resultsPerPage = 200;
