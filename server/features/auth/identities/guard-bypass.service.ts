import { reasons } from '../../../../contract/access/reasons.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import type { Ending } from '../../../kernel/database/database.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { countBypassers, lockBypassers, lockState } from './company.repository.ts';

const ending: Ending<true> = {
  order: 0,
  async save(tx) {
    if ((await lockState(tx)) !== 'required') return;
    await lockBypassers(tx);
    if ((await countBypassers(tx)) === 0) throw new ApiError('last_admin', reasons.lastBypass);
  },
};

/**
 * For a transaction that may take from somebody what `sso.bypass` needs: at its end, where company sign-in is required,
 * one user must be left who can sign in without it. Its end then throws ApiError 409.
 */
export function guardBypass({ app }: InTransaction): void {
  app.database.collect(ending, true);
}
