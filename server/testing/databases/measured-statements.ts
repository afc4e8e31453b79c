import type { Executed } from './recorded-statements.ts';

/** `npm run faults -- plans` sets it: the tests of plans then run each read at 100,000 users and measure it. */
export const isMeasured = process.env.PLANS_MEASURE === 'yes';

/** Exports are long by nature, and read in parts. */
const isExport = (what: string) => what.includes('.csv');

/** The processor time of the reads of requests. */
export class MeasuredStatements {
  readonly #all: { ms: number; what: string; sql: string }[] = [];

  /** Not statements that change or lock rows. */
  async add(what: string, statement: Executed, measure: () => number | Promise<number>): Promise<void> {
    const sql = statement.sql.replace(/\s+/g, ' ').trim();
    if (!/^(select|with)\b/i.test(sql) || / for (update|share)\b/.test(sql)) return;
    this.#all.push({ ms: await measure(), what, sql });
  }

  /** Prints the slowest ones. Returns those above the limit, but for exports. */
  report(limitMs: number): string[] {
    const lines = this.#all
      .sort((a, b) => b.ms - a.ms)
      .map(({ ms, what, sql }) => ({ ms, what, line: `${ms.toFixed(1)} ms  ${what}  ${sql.slice(0, 150)}` }));
    console.info(
      lines
        .slice(0, 20)
        .map(({ line }) => line)
        .join('\n'),
    );
    return lines.filter(({ ms, what }) => ms > limitMs && !isExport(what)).map(({ line }) => line);
  }
}
