// a fixture that stays: /tmp/perf/data, port 4655
import { mkdirSync, rmSync } from 'node:fs';
const d = process.argv[2];
const { startProcess, runScript } = await import(d + '/scripts/bench/process.ts');
rmSync('/tmp/perf/data', { recursive: true, force: true }); mkdirSync('/tmp/perf/data');
const settings = { DATA_DIR: '/tmp/perf/data', PORT: '4655', PUBLIC_URL: 'http://localhost:4655', RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
const c = await startProcess('server/main.ts', settings, '/api/config');
const a = await fetch(c.url + '/auth/v1/signup', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'bench@northline.example', password: 'correct horse', data: { full_name: 'Bench Admin' } }) });
console.log(a.status); await c.stop();
await runScript(['server/seed.ts', '--locations', '1000', '--users', '10000'], settings);
process.exit(0);
