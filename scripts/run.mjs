// node scripts/run.mjs [--build] <script.ts> [arguments]: prepares like npm start, then runs the script on the pinned
// Node.
import { endLike, launch, Refusal, runChild } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';

await launch(async () => {
  const args = process.argv.slice(2);
  const web = args[0] === '--build';
  if (web) args.shift();
  if (args.length === 0)
    throw new Refusal('Say which script to run: node scripts/run.mjs [--build] <script.ts> [arguments]');
  const node = await prepare({ web });
  endLike(await runChild(node, args, { detached: false }));
});
