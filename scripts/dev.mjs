// npm run dev: the server restarts and the browser reloads when a file changes. Both end together.
import { endLike, launch, runChild } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';

const webPort = 5173;

await launch(async () => {
  const node = await prepare({ web: false });
  // Mail links must lead to the page that reloads.
  const env = {
    PUBLIC_URL: `http://localhost:${webPort}`,
    ...process.env,
    NODE_ENV: 'development',
    PORT: '3000',
  };
  const server = runChild(node, ['--watch', '--watch-preserve-output', 'server/main.ts'], { env });
  const web = runChild(node, ['node_modules/vite/bin/vite.js', '--port', String(webPort), '--strictPort'], {
    env,
  });
  const first = await Promise.race([server, web]);
  // The other one ends by the same signal, passed on to it through us.
  if (!first.stoppedBy) process.kill(process.pid, 'SIGTERM');
  await Promise.all([server, web]);
  endLike(first);
});
