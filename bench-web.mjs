// usage: node bench-web.mjs <tree> [quick]
const d = process.argv[2];
const { makeFixture } = await import(d + '/scripts/bench/fixture.ts');
const { measureWeb } = await import(d + '/scripts/bench/web.ts');
const f = await makeFixture('sqlite');
try { for (const m of await measureWeb(f, process.argv[3] === 'quick')) console.log((m.what ?? '').padEnd(58), m.canopy, m.aim ?? '', m.verdict ?? ''); } finally { await f.remove(); }
process.exit(0);
