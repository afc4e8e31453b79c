// npm start: installs, builds and serves. Runs on Node 20; the server runs on the Node that the lock file pins.
import { fileURLToPath } from 'node:url';
import { endLike, launch, runChild } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';

const endWithParent = fileURLToPath(new URL('./lib/end-with-parent.mjs', import.meta.url));

await launch(async () => {
  const node = await prepare({ web: true });
  const result = await runChild(
    node,
    ['--import', endWithParent, 'server/main.ts', ...process.argv.slice(2)],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, NODE_ENV: process.env.NODE_ENV || 'production' },
    },
  );
  endLike(result);
});
