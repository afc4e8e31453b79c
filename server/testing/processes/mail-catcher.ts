import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

export interface MailCatcher {
  /** Where it listens: `127.0.0.1:<port>`. */
  address: string;
  /** All emails so far, oldest first. */
  received: readonly { to: string[]; text: string }[];
  /** The texts that a mailbox received, oldest first, once there are this many. */
  emailsTo(to: string, count: number, part?: string): Promise<string[]>;
  close(): Promise<void>;
}

interface Options {
  /** A mailbox that is always full. */
  full?: string;
  /** The answer to an email for this mailbox, such as '550 5.1.1 No such mailbox'; null to take it. */
  refuse?: (address: string) => string | null;
}

/** A mail server that accepts every email except those that it is set to refuse. */
export async function startMailCatcher({ full, refuse = () => null }: Options = {}): Promise<MailCatcher> {
  const received: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'canopy' }),
    onRcptTo({ address }, _session, done) {
      const answer = address === full ? '452 Mailbox full' : refuse(address);
      const responseCode = Number(answer?.slice(0, 3));
      done(answer ? Object.assign(new Error(answer.slice(4)), { responseCode }) : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text: decode(Buffer.concat(chunks).toString('utf8')) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    received,
    async emailsTo(to, count, part = '') {
      const texts = () =>
        received.filter((mail) => mail.to.includes(to) && mail.text.includes(part)).map(({ text }) => text);
      const until = performance.now() + 60_000;
      while (texts().length !== count) {
        if (performance.now() > until) throw new Error(`${to} has ${texts().length} emails, not ${count}.`);
        await sleep(50);
      }
      return texts();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Decodes quoted-printable as far as links need it. */
function decode(text: string): string {
  return text.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
}
