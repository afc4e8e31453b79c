import type { Step } from './columns.ts';

/** 'stores' in the descriptions of the built-in roles becomes 'locations', where nobody has written another one. */
export async function up({ run }: Step) {
  const descriptions = [
    ['Full access to every store and setting', 'Full access to every location and setting'],
    ['Runs assigned stores and their staff', 'Runs assigned locations and their staff'],
    ['Day-to-day work at assigned stores', 'Day-to-day work at assigned locations'],
  ];
  for (const [before, after] of descriptions) {
    await run(`update roles set description = '${after}' where is_builtin and description = '${before}'`);
  }
}
