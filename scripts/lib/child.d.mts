interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The signal that we passed on; null when the child ended by itself. */
  stoppedBy: NodeJS.Signals | null;
}

export class Refusal extends Error {}
export function runChild(
  command: string,
  args: string[],
  options: { env: NodeJS.ProcessEnv },
): Promise<Ending>;
export function endLike(ending: Ending): void;
export function launch(work: () => Promise<void>): Promise<void>;
