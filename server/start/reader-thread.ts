import { serveReaders } from '../platform/threads/serve-readers.ts';

// Each is loaded when its first file comes.
serveReaders({
  csv: async () => (await import('../features/runs/import/file/read-file.pure.ts')).readCsv,
  'register-feed': async () => (await import('../features/registers/receive/read-feed.pure.ts')).readFeed,
  'register-files': async () =>
    (await import('../features/registers/receive/prepare.pure.ts')).readRegisterFiles,
});
