import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Facts } from './fixture.ts';
import type { ScenarioName } from './scenarios.ts';

export interface LoadOrder {
  port: number;
  milliseconds: number;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  latenciesMs: number[];
  bytes: number;
}

export interface LoadSetup {
  /** Those of a scenario, or the same one over and over. */
  requests: ScenarioName | { path: string };
  facts: Facts;
  connections: number;
}

/** A generator of requests in a thread of its own, over connections that stay open for a round. */
export interface Load {
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): Promise<void>;
}

export function startLoad(setup: LoadSetup): Load {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: setup });
  return {
    async run(order) {
      worker.postMessage(order);
      const [answer] = (await once(worker, 'message')) as [LoadResult | { failure: string }];
      if ('failure' in answer) throw new Error(`${JSON.stringify(setup.requests)}: ${answer.failure}`);
      return answer;
    },
    async stop() {
      await worker.terminate();
    },
  };
}
