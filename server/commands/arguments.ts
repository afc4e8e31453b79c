import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConfigError } from '../config/config.ts';

export type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** What the user at the keyboard typed wrong, with how it is meant. */
export class UsageError extends ConfigError {
  override name = 'UsageError';
}

/**
 * The options that this process was started with. Every process takes `--env-file` as well: the settings file to
 * use instead of `canopy.env` in the project folder.
 * @throws UsageError with the usage for every other option, and for arguments that are no options.
 */
export function readArguments<const O extends ParseArgsOptionsConfig>(
  options: O,
  usage: string,
): { values: Values<O>; settingsFile: string | undefined } {
  try {
    const parsed = parseArgs({
      args: process.argv.slice(2),
      options: { ...options, 'env-file': { type: 'string' } },
    });
    // The generic type of the options hides the one that was added.
    const { 'env-file': settingsFile, ...values } = parsed.values as { 'env-file'?: string };
    return { values: values as Values<O>, settingsFile };
  } catch (error) {
    // The first sentence: Node goes on to explain how a value could begin with a dash.
    const [reason] = String(error instanceof Error ? error.message : error).split(/\.\s/);
    throw new UsageError(`${reason}.\n${usage}`);
  }
}
