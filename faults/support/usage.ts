import { readFileSync } from 'node:fs';

/** Of a process, its threads included. NaN on other systems than Linux. */
export interface Usage {
  processorSeconds: number;
  residentMb: number;
}

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

export function usageOf(pid: number): Usage {
  if (process.platform !== 'linux') return { processorSeconds: Number.NaN, residentMb: Number.NaN };
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return {
    processorSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    residentMb: Number(kb) / 1024,
  };
}

/** Looks often. `stop` says how much was resident at most. */
export function watchResident(pid: number): { stop(): number } {
  let most = 0;
  const look = () => {
    most = Math.max(most, usageOf(pid).residentMb);
  };
  const timer = setInterval(look, 20);
  return {
    stop() {
      clearInterval(timer);
      look();
      return most;
    },
  };
}
