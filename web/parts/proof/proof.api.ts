import { companyCallbackPath, companyProvider } from '../../../contract/auth/auth-links.ts';
import { askAuth } from '../../lib/account/ask-auth.ts';
import { createPkceClient } from '../../lib/session/auth-client.ts';

export async function confirmPassword(current_password: string): Promise<void> {
  await askAuth('Your password could not be checked', (client) => client.updateUser({ current_password }));
}

/** In another tab, so that what was typed here stays. Its session is that of this tab. */
export async function signInAgain(): Promise<void> {
  // At once: after an answer of the server the browser would block it.
  const tab = window.open('', '_blank');
  try {
    const page = encodeURIComponent(location.pathname + location.search);
    const redirectTo = `${location.origin}${companyCallbackPath}?again=yes&redirect=${page}`;
    const options = { redirectTo, skipBrowserRedirect: true, queryParams: { max_age: '900' } };
    const { data } = await askAuth(
      'The sign-in could not begin',
      (client) => client.linkIdentity({ provider: companyProvider, options }),
      createPkceClient,
    );
    (tab ?? window).location.assign(data.url ?? '/login');
  } catch (failure) {
    tab?.close();
    throw failure;
  }
}
