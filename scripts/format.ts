import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isMigration, landedMigrations, linesOfNewMigrations } from '../checks/support/migrations.ts';
import { listFiles, readText } from '../checks/support/tree.ts';

/** `npm run format`: formats the code, then lists new migrations with their hash. Listed lines are never changed. */
const biome = spawnSync(
  process.execPath,
  ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'],
  { stdio: 'inherit' },
);
const migrations = listFiles()
  .filter(isMigration)
  .map((path) => ({ path, text: readText(path) }));
const landed = readFileSync(landedMigrations, 'utf8');
writeFileSync(landedMigrations, landed + linesOfNewMigrations(migrations, landed));
process.exitCode = biome.status ?? 1;
