// npm start: installs, builds and serves. This file runs on Node 20; the server runs on the Node of the lock file.
import { endLike, launch, runChild } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';
import { serverEnvironment } from './lib/server-process.mjs';

await launch(async () => {
  const node = await prepare({ web: true });
  const result = await runChild(node, ['server/main.ts', ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit'],
    env: serverEnvironment(process.env),
    endsWithUs: true,
  });
  endLike(result);
});
