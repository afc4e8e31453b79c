import { fetchNoted } from './connection.ts';
import { RequestFailed, unreachable } from './request-failed.ts';

/** `outdated`: the server has an app with other file names. `unreachable`: no answer, or a server that is starting. */
export type WhyNotLoaded = 'outdated' | 'unreachable' | 'unknown';

/** Requests the current page of the app, because the error of a failed import differs between browsers. */
export async function whyNotLoaded(): Promise<WhyNotLoaded> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  try {
    const response = await fetchNoted('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    if (!response.ok) return 'unreachable';
    const page = await response.text();
    return entry && !page.includes(entry) ? 'outdated' : 'unknown';
  } catch {
    return 'unreachable';
  }
}

/** The failure of an action whose code did not load, with the code 'outdated' or 'unreachable'. */
export async function notFetched(text: string): Promise<RequestFailed> {
  // A page that was open during a deployment requests files that no longer exist.
  if ((await whyNotLoaded()) === 'outdated')
    return new RequestFailed(`${text}: There is a newer version of this app.`, 'outdated', 0);
  return new RequestFailed(`${text}: ${unreachable}`, 'unreachable', 0);
}
