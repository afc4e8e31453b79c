import { serveReaders } from '../platform/serve-readers.ts';

// Each is loaded when its first file comes.
serveReaders({
  csv: async () => (await import('../features/runs/import/file/csv-reader.pure.ts')).readCsv,
});
