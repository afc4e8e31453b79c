// Builds the web app into dist/web when its sources changed. npm start does the same; npm test and deployments call
// this.
import { launch } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';

await launch(() => prepare({ web: true }));
