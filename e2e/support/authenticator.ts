import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const periodMs = 30_000;
const goodForMs = 15_000;

/** An authenticator app. */
export class Authenticator {
  readonly #secret: Secret;
  #lastStep = 0;

  /** The key as the page shows it. */
  constructor(key: string) {
    this.#secret = Secret.fromBase32(key.replaceAll(' ', ''));
  }

  /**
   * Returns an unused code that is valid for at least a quarter of a minute. Codes of the previous and the next step
   * are valid too, so a test rarely waits for the third.
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
