type Name = 'sqlite' | 'postgres';

/** The databases of this machine, for journeys that run on each. */
export const databases: Name[] = [
  'sqlite',
  ...(process.env.TEST_DATABASE_URL ? (['postgres'] as const) : []),
];
