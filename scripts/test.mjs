// npm test: installs, then runs scripts/test/main.ts on the pinned Node.
import { endLike, launch, runChild } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';

await launch(async () => {
  let node;
  try {
    node = await prepare({ web: false });
  } catch (error) {
    // The last line must not look like a success.
    process.on('exit', () => console.info('\n0 passed, 1 failed'));
    throw error;
  }
  endLike(await runChild(node, ['scripts/test/main.ts', ...process.argv.slice(2)]));
});
