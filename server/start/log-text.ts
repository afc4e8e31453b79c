import { requestMessage } from '../platform/http/request-log.ts';

/** Without the members that requests and errors add. */
interface Line {
  level: number;
  time: number;
  pid?: number;
  hostname?: string;
  msg?: string;
  err?: { stack?: string; message?: string };
}

const info = 30;
const warn = 40;
const levels = new Map([
  [10, 'TRACE'],
  [20, 'DEBUG'],
  [warn, 'WARN'],
  [50, 'ERROR'],
  [60, 'FATAL'],
]);

/** Without requests, because they would hide the rest of a start. */
export function textLines(output: { write(text: string): unknown }, { withRequests = true } = {}) {
  return {
    write(line: string) {
      const parsed: Line = JSON.parse(line);
      if (!withRequests && parsed.level === info && parsed.msg === requestMessage) return;
      output.write(`${toText(parsed)}\n`);
    },
  };
}

function toText({ level, time, pid: _pid, hostname: _hostname, msg, err, ...details }: Line): string {
  const clock = new Date(time).toTimeString().slice(0, 8);
  const members = Object.entries(details).filter(([, value]) => value !== null);
  const words = [
    clock,
    levels.get(level),
    msg,
    ...members.map(([name, value]) => `${name}=${inline(value)}`),
  ];
  const text = words.filter((word) => word !== undefined).join(' ');
  return printable(err ? `${text}\n${err.stack ?? err.message}` : text);
}

function inline(value: unknown): string {
  return typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value);
}

/** A message may contain text that somebody sent, and control characters would control the terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '�');
}
