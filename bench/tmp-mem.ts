import { setUp } from './setup.ts';
import { measureMemory } from './registers.ts';
const setup = await setUp('sqlite', { rounds: 1, roundMs: 1000, locations: 10, users: 50, against: undefined });
for (const row of await measureMemory(setup)) console.log(JSON.stringify(row));
process.exit(0);
