// npm run dev: prepares, then runs scripts/dev/main.ts on the pinned Node.
import { refuseFolder } from './lib/build.mjs';
import { endLike, launch, runChild } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';

await launch(async () => {
  refuseFolder();
  const node = await prepare({ web: false });
  endLike(await runChild(node, ['scripts/dev/main.ts', ...process.argv.slice(2)]));
});
