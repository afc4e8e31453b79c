import { readArguments, UsageError } from '../server/commands/arguments.ts';
import { readSettings } from '../server/config/settings-file.ts';
import { ConfigError } from '../server/platform/config-error.ts';
import { refuseFolder } from './lib/build.mjs';
import { endLike, launch, Refusal, runChild } from './lib/child.mjs';

const usage = `Serves Canopy with live reload. Settings are environment variables, or lines of canopy.env such as PORT=8080.
  npm run dev [-- --web-port 5173] [--env-file path]`;

/** Runs the server, which restarts, and Vite, which reloads the browser, when a file changes. Both end together. */
await launch(async () => {
  refuseFolder();
  const { webPort, serverArguments, env } = readTask();
  const node = process.execPath;
  const server = runChild(
    node,
    ['--watch', '--watch-preserve-output', 'server/main.ts', ...serverArguments],
    { env },
  );
  const web = runChild(node, ['node_modules/vite/bin/vite.js', '--port', webPort, '--strictPort'], { env });
  const first = await Promise.race([server, web]);
  // Ends the other process: the signal is passed on to it.
  if (!first.stoppedBy) process.kill(process.pid, 'SIGTERM');
  await Promise.all([server, web]);
  endLike(first);
});

function readTask() {
  try {
    const { values, settingsFile } = readArguments(process.argv.slice(2), {
      'web-port': { type: 'string', default: '5173' },
    });
    const settings = readSettings(settingsFile, process.env).env;
    const webPort = values['web-port'];
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      // Links in emails must lead to the page that reloads.
      PUBLIC_URL: settings.PUBLIC_URL || `http://localhost:${webPort}`,
      // vite.config.ts forwards requests to this port.
      PORT: settings.PORT || '3000',
    };
    return { webPort, env, serverArguments: settingsFile === undefined ? [] : ['--env-file', settingsFile] };
  } catch (error) {
    if (error instanceof UsageError) throw new Refusal(`${error.message}\n${usage}`);
    throw error instanceof ConfigError ? new Refusal(error.message) : error;
  }
}
