type Name = 'sqlite' | 'postgres';

/** Those at hand, for journeys that must hold on each. */
export const databases: Name[] = [
  'sqlite',
  ...(process.env.TEST_DATABASE_URL ? (['postgres'] as const) : []),
];
