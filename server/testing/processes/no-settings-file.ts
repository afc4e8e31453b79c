import { devNull } from 'node:os';

/** For every process that a test starts, because a developer's canopy.env must not change what the test sees. */
export const noSettingsFile: readonly string[] = ['--env-file', devNull];
