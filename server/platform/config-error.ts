/** Says which setting is wrong, why, and how to fix it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
