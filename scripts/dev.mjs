// npm run dev: the server restarts and the browser reloads when a file changes. Both end together.
import { endLike, launch, runChild } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';

await launch(async () => {
  const node = await prepare({ web: false });
  endLike(await runChild(node, ['scripts/dev/main.ts', ...process.argv.slice(2)]));
});
