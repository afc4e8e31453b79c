import { createClient } from './client.ts';

/** The administrator of a server that a test or a measurement has started. */
export const account = { email: 'ada@northline.example', password: 'correct horse' };

/** Signs up the first administrator and in, as a user does. Returns the token. */
export async function signUp(url: string): Promise<string> {
  await post(url, '/signup', { ...account, data: { full_name: 'Ada Owner' } });
  return signIn(url);
}

export async function signIn(url: string): Promise<string> {
  return (await post(url, '/token?grant_type=password', account)).access_token;
}

async function post(url: string, path: string, body: unknown) {
  const answer = await createClient(url).raw('POST', `/auth/v1${path}`, body);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
