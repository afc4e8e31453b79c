interface Entry {
  value: Promise<unknown>;
  until: number;
}

/** Keys are few: none of them contains a text of a request. */
export class Memory {
  readonly #entries = new Map<string, Entry>();

  /** What this process commits is seen at once, what other processes commit after `maxMs` at the latest. */
  remember<T>(key: string, maxMs: number, read: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known && performance.now() < known.until) return known.value as Promise<T>;
    const entry = { value: read(), until: performance.now() + maxMs };
    this.#entries.set(key, entry);
    entry.value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    return entry.value;
  }

  /** A read that has begun is not remembered either. */
  forget(): void {
    this.#entries.clear();
  }
}
