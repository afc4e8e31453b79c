import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConfigError } from '../platform/config-error.ts';

export type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** Whoever prints it prints the usage below. */
export class UsageError extends ConfigError {
  override name = 'UsageError';
}

/**
 * Every process also accepts `--env-file`, the settings file in place of `canopy.env`. @throws UsageError for unknown
 * options, and for arguments that are not options.
 */
export function readArguments<const O extends ParseArgsOptionsConfig>(
  args: string[],
  options: O,
): { values: Values<O>; settingsFile: string | undefined } {
  try {
    const parsed = parseArgs({
      args,
      options: { ...options, 'env-file': { type: 'string' } },
    });
    // The generic type of the options hides the added one.
    const { 'env-file': settingsFile, ...values } = parsed.values as { 'env-file'?: string };
    return { values: values as Values<O>, settingsFile };
  } catch (error) {
    // The first sentence only: Node continues with an explanation about values that begin with a dash.
    const [reason] = String(error instanceof Error ? error.message : error).split(/\.\s/);
    throw new UsageError(`${reason}.`);
  }
}
