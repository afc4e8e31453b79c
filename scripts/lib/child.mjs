import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const SAME_SIGNAL_WITHIN_MS = 1000;
const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href;

/** A sentence for the user, printed without a stack. */
export class Refusal extends Error {}

/** Thrown when somebody stops the launcher while it prepares. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.signal = signal;
  }
}

/**
 * Runs a program and returns how it ended: `{code, signal, stoppedBy}`.
 *
 * Under npm one Ctrl-C arrives twice, from the terminal and from npm, and the terminal would also signal the child. So
 * the child gets its own process group, and each signal is passed on once. `endsWithUs` is for Node programs that must
 * not outlive us.
 */
export function runChild(
  command,
  args,
  { env = process.env, stdio = 'inherit', shell = false, detached = true, endsWithUs = false } = {},
) {
  return new Promise((resolve, reject) => {
    let stoppedBy = null;
    const passedOnAt = {};
    const child = spawn(command, args, {
      cwd: root,
      env: endsWithUs ? { ...env, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --import=${endWithParent}` } : env,
      stdio: endsWithUs ? [...stdio, 'ipc'] : stdio,
      shell,
      detached: detached && process.platform !== 'win32',
    });

    const passOn = (signal) => {
      stoppedBy ??= signal;
      const now = Date.now();
      if (now - (passedOnAt[signal] ?? 0) < SAME_SIGNAL_WITHIN_MS) return;
      passedOnAt[signal] = now;
      // On Windows the console has signaled the child already, and kill() would not let it finish its work.
      if (process.platform !== 'win32') child.kill(signal);
    };
    const parentWatch = watchParent(() => stoppedBy ?? passOn('SIGTERM'));
    for (const signal of SIGNALS) process.on(signal, passOn);
    const stopListening = () => {
      clearInterval(parentWatch);
      for (const signal of SIGNALS) process.off(signal, passOn);
    };

    child.on('error', (error) => {
      stopListening();
      reject(new Refusal(`Cannot run ${command}: ${error.message}`));
    });
    child.on('exit', (code, signal) => {
      stopListening();
      resolve({ code, signal, stoppedBy });
    });
  });
}

/** Ends this process the way the child ended, so that its parent sees the same. */
export function endLike({ code, signal }) {
  if (signal && process.platform !== 'win32') process.kill(process.pid, signal);
  else process.exitCode = code ?? 1;
}

/** Runs the work of a launcher. A `Refusal` is printed as one sentence, with exit code 1. */
export async function launch(work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof Interrupted) return endLike(error);
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Some shells between npm and us end on a signal without passing it on. Then our parent changes, and we stop too. */
function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, 500);
  return timer.unref();
}
