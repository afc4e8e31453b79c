// npm test: installs, then hands over to scripts/test/main.ts on the pinned Node.
import { endLike, launch, runChild } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';

await launch(async () => {
  let node;
  try {
    node = await prepare({ web: false });
  } catch (error) {
    // Whoever reads the last line must read there that nothing passed.
    process.on('exit', () => console.info('\n0 passed, 1 failed'));
    throw error;
  }
  endLike(await runChild(node, ['scripts/test/main.ts', ...process.argv.slice(2)]));
});
