/** What held and what did not, line by line. */
export class Report {
  readonly #startedAt = performance.now();
  #failed = 0;

  check(what: string, holds: boolean): void {
    if (!holds) this.#failed += 1;
    console.info(`${this.#seconds()} ${holds ? 'ok    ' : 'FAILED'} ${what}`);
  }

  note(what: string): void {
    console.info(`${this.#seconds()}        ${what}`);
  }

  /** Returns the exit code. */
  end(): number {
    console.info(this.#failed === 0 ? 'Everything held.' : `${this.#failed} did not hold.`);
    return this.#failed === 0 ? 0 : 1;
  }

  #seconds(): string {
    return `${((performance.now() - this.#startedAt) / 1000).toFixed(1).padStart(6)} s`;
  }
}
