/** The text format of Prometheus, version 0.0.4. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

export interface Series {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: readonly Sample[];
}

interface Sample {
  /** '_bucket', '_sum' and '_count' of a histogram. */
  suffix?: string;
  labels?: Record<string, string>;
  value: number;
}

/** One series with one value. */
export function gauge(name: string, help: string, value: number, labels?: Record<string, string>): Series {
  return { name, help, type: 'gauge', samples: [{ value, ...(labels && { labels }) }] };
}

/** One series with a value for each value of a label. */
export function gauges(name: string, help: string, label: string, values: Record<string, number>): Series {
  return { name, help, type: 'gauge', samples: labeled(label, Object.entries(values)) };
}

export function formatMetrics(series: readonly Series[]): string {
  const lines = series.flatMap(({ name, help, type, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(
      ({ suffix = '', labels = {}, value }) => `${name}${suffix}${formatLabels(labels)} ${value}`,
    ),
  ]);
  return `${lines.join('\n')}\n`;
}

function formatLabels(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join()}}`;
}

function escapeLabel(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}

function labeled(label: string, values: Iterable<[string, number]>): Sample[] {
  return [...values].map(([value, count]) => ({ labels: { [label]: value }, value: count }));
}

/** Counts events by a label of few values, which the code names: never an id, a name or an address. */
export class Counts {
  readonly #counts = new Map<string, number>();

  /** With these labels at 0, so that their first event is a change. */
  constructor(labels: readonly string[] = []) {
    for (const label of labels) this.#counts.set(label, 0);
  }

  add(label: string): void {
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1);
  }

  of(label: string): number {
    return this.#counts.get(label) ?? 0;
  }

  series(name: string, help: string, label: string): Series {
    return { name, help, type: 'counter', samples: labeled(label, this.#counts) };
  }
}

/** In seconds; the alerts need those of 1 s and 0.25 s. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Times {
  labels: Record<string, string>;
  /** Of each bucket alone; the last one has no bound. */
  counts: number[];
  sum: number;
}

/** The times of requests by route and class of their status. */
export class RequestTimes {
  readonly #times = new Map<string, Times>();

  add(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${Math.floor(status / 100)}`;
    let times = this.#times.get(key);
    if (!times) {
      const labels = { method, route, status: `${Math.floor(status / 100)}xx` };
      times = { labels, counts: new Array(bounds.length + 1).fill(0), sum: 0 };
      this.#times.set(key, times);
    }
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket++;
    times.counts[bucket] = (times.counts[bucket] ?? 0) + 1;
    times.sum += seconds;
  }

  series(name: string, help: string): Series {
    const samples = [...this.#times.values()].flatMap(({ labels, counts, sum }) => {
      let total = 0;
      const buckets = counts.map((count, index) => {
        total += count;
        return {
          suffix: '_bucket',
          labels: { ...labels, le: String(bounds[index] ?? '+Inf') },
          value: total,
        };
      });
      return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }];
    });
    return { name, help, type: 'histogram', samples };
  }
}
