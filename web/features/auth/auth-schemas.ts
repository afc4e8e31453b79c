import { whenIdle } from '../../lib/browser/when-idle.ts';
import { notFetched } from '../../lib/network/why-not-loaded.ts';

// Loaded later, because the login page shows its forms before it has the code that checks them.

const load = () => import('../../../contract/auth/auth-forms.ts');
whenIdle(() => load().catch(() => undefined));

async function fetchSchemas(failure: string) {
  return load().catch(async () => {
    throw await notFetched(failure);
  });
}

export const signInSchema = async () => (await fetchSchemas('Login failed')).signInInput;
export const signUpSchema = async () => (await fetchSchemas('Sign up failed')).signUpInput;
export const recoverySchema = async () => (await fetchSchemas('Password reset failed')).recoveryInput;
