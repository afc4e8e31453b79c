// How runs share the process and the database with requests, and with each other. On SQLite one statement or transaction at
// a time blocks the process, so each piece of work is small.

/** How often a process looks for runs: another one may have stopped in the middle of one. */
export const workEveryMs = 1000;
/** After this time another run gets its turn. */
export const turnMs = 500;

/** How long a process works on a run before another one may take it over. It renews the lease while it works. */
export const leaseMs = 5000;
/** A lease lasts longer than several of these, so that a busy moment does not end it. */
export const renewMs = 1000;
/** A run whose work failed this often without progress has failed. */
export const faultsAllowed = 2;

/** Lines that are planned at once: their rows are read in few statements, and no chunk delays other requests for long. */
export const plannedAtOnce = 60;
/** Lines that are applied in a turn, at most. */
export const appliedPerTurn = 50;
/** Lines for which the facts about new rows are read together. */
export const appliedAtOnce = 25;
/**
 * SQLite has one writer. On PostgreSQL most of the time of a line is waiting, and no two lines are about the same
 * row.
 */
export const appliedInParallel = { sqlite: 1, postgres: 3 };

/** Lines of a file that are read from the database at once. */
export const cellsAtOnce = 500;
/** Cells of so many lines are read before other requests run: each takes well below a millisecond. */
export const cellsPerYield = 50;
/** The same for lines whose cells become a request, or are decided, which takes longer. */
export const linesPerYield = 20;

/** Lines of a file that are stored in one transaction, so that others can write in between. */
export const storedAtOnce = 1000;
/** Few, because others wait while they are deleted. */
export const deletedAtOnce = 500;
/** Rows of a result that are read at once: few, because reading them blocks the process. */
export const resultsPerPage = 200;
