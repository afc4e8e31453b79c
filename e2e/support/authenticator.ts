import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const period = 30;

/** The app on somebody's phone. */
export class Authenticator {
  readonly #secret: Secret;
  #lastStep = 0;

  /** The key as the page shows it. */
  constructor(key: string) {
    this.#secret = Secret.fromBase32(key.replaceAll(' ', ''));
  }

  /**
   * A code that was not used yet, good for half a minute at least. That of the next step counts already, so hardly
   * anybody waits for it.
   */
  async next(): Promise<string> {
    const now = () => Math.floor(Date.now() / 1000 / period);
    const step = Math.max(this.#lastStep + 1, now());
    while (step > now() + 1) await sleep(500);
    this.#lastStep = step;
    return TOTP.generate({ secret: this.#secret, timestamp: step * period * 1000 });
  }
}
