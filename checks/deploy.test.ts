import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const files = readdirSync(new URL('deploy/', root));
const main = read('server/commands/main.ts');

test.each(files)('deploy/%s names programs, commands and files that exist', (name) => {
  const text = read(`deploy/${name}`);
  const paths = [...text.matchAll(/\b(?:scripts|server|deploy)\/[\w./-]*\w/g)].map(([path]) => path);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  for (const [, command] of text.matchAll(/server\/commands\/main\.ts (\w+)/g))
    expect(main).toContain(`  ${command}: async`);
  if (name.endsWith('.service')) expect(text).toMatch(/^ExecStart=\/usr\/bin\/node scripts\/\w+\.mjs /m);
});

test('the service starts again after a while, and not for ever', () => {
  const [unit, service] = read('deploy/canopy.service').split('[Service]');
  expect(unit).toMatch(/^StartLimitIntervalSec=\d+$/m);
  expect(unit).toMatch(/^StartLimitBurst=\d+$/m);
  expect(service).toMatch(/^RestartSec=\d+$/m);
});

test('the service is not killed before the longest SHUTDOWN_DELAY_SECONDS and the end of its requests are over', () => {
  const delay = /SHUTDOWN_DELAY_SECONDS: wholeNumber\('seconds', 0, (\d+)\)/.exec(
    read('server/config/config.ts'),
  );
  const end = /stopWithinMs = (\d+)/.exec(read('server/main.ts'));
  const timeout = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/canopy.service'));
  expect(Number(timeout?.[1])).toBeGreaterThan(Number(delay?.[1]) + Number(end?.[1]) / 1000);
});

test('the timer starts the backup that is beside it', () => {
  expect(files).toEqual(expect.arrayContaining(['canopy-backup.timer', 'canopy-backup.service']));
  expect(read('deploy/canopy-backup.service')).toMatch(/^ExecStart=.*main\.ts backup /m);
});

test('the container brings pg_dump, and checks its health on PORT', () => {
  const text = read('deploy/Dockerfile');
  expect(text).toContain('postgresql-client');
  expect(text).toMatch(/^HEALTHCHECK .*"deploy\/health\.mjs"/m);
});

test('CHANGELOG.md has a section for the version of package.json', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(read('CHANGELOG.md')).toContain(`\n## ${version}\n`);
});
