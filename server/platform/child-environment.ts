/** None of our settings. */
export function childEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, SYSTEMROOT, TEMP, TMP, TMPDIR } = process.env;
  return { PATH, HOME, SYSTEMROOT, TEMP, TMP, TMPDIR, LC_ALL: 'C.UTF-8' };
}
