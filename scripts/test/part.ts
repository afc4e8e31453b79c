import { spawn } from 'node:child_process';

/** The outcome of a part of the run. */
export interface Outcome {
  passed: number;
  /** By name. */
  failures: string[];
  /** Those that failed at first, and passed alone. */
  unsteady?: string[];
  /** The skipped tests by name, with the reason. */
  skipped: string[];
  /** How long the tests of each file took. */
  files?: { name: string; ms: number }[];
}

interface Ended {
  code: number;
  /** Its output, on both streams. */
  output: string;
}

let stopped = false;

/** Runs one of our programs on this Node until it ends. After Ctrl-C no further program starts. */
export async function runProgram(args: string[], environment: Record<string, string> = {}): Promise<Ended> {
  if (stopped) return { code: 1, output: '' };
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...color, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const stop = (signal: NodeJS.Signals) => {
    stopped = true;
    child.kill(signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Prints a line when a part ends: how long it took and, if it failed, its whole output. */
export async function timed(
  name: string,
  run: () => Promise<{ outcome: Outcome; output: string }>,
): Promise<Outcome> {
  const start = performance.now();
  const { outcome, output } = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  const isGood = outcome.failures.length === 0;
  const tests = outcome.passed > 0 ? `: ${outcome.passed} passed` : '';
  if (!isGood) console.info(`\n${output.trim()}\n`);
  console.info(`${isGood ? 'ok    ' : 'FAILED'} ${seconds} s  ${name}${tests}`);
  return outcome;
}
