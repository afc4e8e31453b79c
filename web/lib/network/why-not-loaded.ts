import { fetchNoted } from './connection.ts';
import { RequestFailed, unreachable } from './request-failed.ts';

/**
 * Why a part of the app did not come. `outdated`: the server has a newer version of the app, in which the part has
 * another name. `unreachable`: no answer, or a server that is just starting or stopping. `unknown`: anything else.
 */
export type WhyNotLoaded = 'outdated' | 'unreachable' | 'unknown';

/** Asks the server for the app's page as it is now: the error of a failed import differs between browsers. */
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

/** The failure of an act whose code did not come, with the code 'outdated' or 'unreachable'. */
export async function notFetched(text: string): Promise<RequestFailed> {
  // A page that stood open over a deployment asks for its parts under names that are gone.
  if ((await whyNotLoaded()) === 'outdated')
    return new RequestFailed(`${text}: There is a newer version of this app.`, 'outdated', 0);
  return new RequestFailed(`${text}: ${unreachable}`, 'unreachable', 0);
}
