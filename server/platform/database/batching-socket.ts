import { Socket } from 'node:net';

/**
 * Sends in one write what is written in one turn of the event loop. pg corks the socket for each statement: without
 * this, ten statements that are started together are ten system calls.
 */
export class BatchingSocket extends Socket {
  #isWaiting = false;

  override cork(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    super.cork();
    process.nextTick(() => {
      this.#isWaiting = false;
      super.uncork();
    });
  }

  override uncork(): void {}
}
