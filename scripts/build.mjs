// Builds the web app into dist/web when its sources changed: the step of npm start, for npm test and for deployments.
import { launch } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';

await launch(() => prepare({ web: true }));
