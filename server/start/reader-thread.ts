import { serveReaders } from '../platform/serve-readers.ts';

// Each is loaded when its first file comes.
serveReaders({});
