import { setTimeout as sleep } from 'node:timers/promises';

/** What the server makes of too much at once, or while it starts and stops. */
const notNow = [429, 502, 503, 504];

interface Persisted<Reply> {
  reply: Reply;
  /** An attempt before had no answer, so that its act may have happened. */
  isRepeated: boolean;
}

/** Sends a request again until the server answers it: it may be killed at any moment. */
export async function persist<Reply extends { status: number }>(
  send: () => Promise<Reply>,
): Promise<Persisted<Reply>> {
  for (let attempt = 0; ; attempt++) {
    const reply = await send().catch(() => null);
    if (reply && !notNow.includes(reply.status)) return { reply, isRepeated: attempt > 0 };
    await sleep(50);
  }
}
