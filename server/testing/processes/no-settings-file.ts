import { devNull } from 'node:os';

/** For every process that a test starts: a developer's canopy.env must not decide what the test sees. */
export const noSettingsFile: readonly string[] = ['--env-file', devNull];
