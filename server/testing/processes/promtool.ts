import { spawnSync } from 'node:child_process';

/** Prometheus's own check of rules and metrics (Debian: prometheus); `.ci/run` installs it. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** What promtool complains about; empty when it accepts the input. */
export function promtool(args: string[], { cwd, input }: { cwd?: string; input?: string } = {}): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, input, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}` || `exit code ${status}`;
}
