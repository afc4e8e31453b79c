import { isGone, reasonOf } from '../../lib/network/request-failed.ts';
import { showToast } from './toasts.ts';

/** Does an act that has no screen of its own: after a failure a toast offers another try. Does not throw. */
export async function withRetry(about: string, failure: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const again = { label: 'Try again', run: () => withRetry(about, failure, act) };
    const action = isGone(error) ? undefined : again;
    showToast({ about, tone: 'bad', stays: true, text: `${failure}: ${reasonOf(error)}`, action });
  }
}
