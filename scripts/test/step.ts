import { spawn } from 'node:child_process';

let stopped = false;

/** Runs a program of ours on this Node under a heading and answers its exit code; after Ctrl-C nothing further starts. */
export async function runStep(
  name: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<number> {
  if (stopped) return 1;
  console.info(`\n── ${name}`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    });
    const stop = (signal: NodeJS.Signals) => {
      stopped = true;
      child.kill(signal);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    child.on('error', reject);
    child.on('exit', (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(code ?? 1);
    });
  });
}
