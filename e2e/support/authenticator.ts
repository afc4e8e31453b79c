import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const periodMs = 30_000;
const goodForMs = 15_000;

/** The app on somebody's phone. */
export class Authenticator {
  readonly #secret: Secret;
  #lastStep = 0;

  /** The key as the page shows it. */
  constructor(key: string) {
    this.#secret = Secret.fromBase32(key.replaceAll(' ', ''));
  }

  /**
   * A code that was not used yet, good for a quarter of a minute at least. Those of the step before and of the next one
   * count too, so that hardly anybody waits for the third.
   */
  async next(): Promise<string> {
    const oldest = () => Math.floor((Date.now() + goodForMs) / periodMs) - 1;
    const newest = () => Math.floor(Date.now() / periodMs) + 1;
    const step = Math.max(this.#lastStep + 1, oldest());
    while (step > newest()) await sleep(500);
    this.#lastStep = step;
    return TOTP.generate({ secret: this.#secret, timestamp: step * periodMs });
  }
}
