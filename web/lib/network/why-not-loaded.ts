import { fetchNoted } from './connection.ts';

/**
 * Why a part of the app did not come. `outdated`: the server has a newer version of the app, in which the part has
 * another name. `unreachable`: no answer, or a server that is just starting or stopping. `unknown`: anything else.
 */
export type WhyNotLoaded = 'outdated' | 'unreachable' | 'unknown';

/** Asks the server for the app's page as it is now: a failed import tells nothing that all browsers agree upon. */
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
