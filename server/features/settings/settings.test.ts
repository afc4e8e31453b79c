import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getSettings, settingGroups } from '../../../contract/settings.ts';
import { settingNames } from '../../config/config.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';

describe('getSettings', () => {
  let world: World;
  const env = { SMTP_URL: 'smtp://mailer:secret-word@mail.example:587', SESSION_IDLE_MINUTES: '90' };
  beforeAll(async () => {
    world = await startWorld({ env });
  });
  afterAll(() => world.close());

  async function read() {
    const { settings } = (await world.ada.call(getSettings, {})).ok();
    return new Map(settings.map((one) => [one.variable ?? one.name, one]));
  }

  test('names each setting in plain words, with its variable and its value in words', async () => {
    const settings = await read();
    expect(settings.get('ACCESS_TOKEN_SECONDS')).toMatchObject({
      ...{ group: 'Sign-in', name: 'Access token lifetime', value: '1 hour' },
    });
    expect(settings.get('SESSION_IDLE_MINUTES')?.value).toBe('90 minutes');
    expect(settings.get('SESSION_LIFETIME_HOURS')?.value).toBe('Not set. No limit.');
    expect(settings.get('INVITATION_DAYS')?.value).toBe('7 days');
    const variables = [...settings.values()].flatMap(({ variable }) => variable ?? []);
    expect(variables.filter((name) => !settingNames.includes(name))).toEqual([]);
  });

  test('gives the groups in their order', async () => {
    const groups = [...(await read()).values()].map(({ group }) => group);
    expect([...new Set(groups)]).toEqual([...settingGroups]);
    expect(groups).toEqual([...groups].sort((a, b) => settingGroups.indexOf(a) - settingGroups.indexOf(b)));
  });

  test('leaves out the password of the mail server', async () => {
    expect((await read()).get('SMTP_URL')?.value).toBe('mail.example:587');
    expect(JSON.stringify([...(await read()).values()])).not.toContain('secret-word');
  });
});
