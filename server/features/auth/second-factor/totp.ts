import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { totpCodeLength } from '../../../../contract/limits.ts';
import type { Context } from '../../../kernel/context.ts';
import { firstCharacters } from '../../../platform/text.ts';

/** RFC 6238 with the values that every authenticator app knows; several ignore any others. */
const parameters = { algorithm: 'SHA1', digits: totpCodeLength, period: 30 };
/** Clocks differ: the step before and the step after count too. */
const window = 1;

const sealPurpose = 'second-factor';

/** 160 random bits, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** As stored: a copy of the database must not be enough to make codes. */
export function sealTotpSecret({ app }: Context, secret: string): string {
  return app.secrets.seal(secret, sealPurpose);
}

export function openTotpSecret({ app }: Context, factor: { id: string; secret: string | null }): string {
  if (factor.secret === null) throw new Error(`The factor ${factor.id} has no secret`);
  return app.secrets.open(factor.secret, sealPurpose);
}

/** As many characters of a name as always fit into a QR code, whatever alphabet they are of. */
const shownCharacters = 60;

/** What an app reads from the QR code. It shows `issuer` and `label`; of long ones, their beginning. */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({
    issuer: firstCharacters(issuer, shownCharacters),
    label: firstCharacters(label, shownCharacters),
    secret: Secret.fromBase32(secret),
    ...parameters,
  }).toString();
}

/** The client puts it unescaped into a data URL, so it must hold no '#': its colours are words. */
export function qrCode(uri: string): string {
  return renderSVG(uri, { border: 2, blackColor: 'black', whiteColor: 'white' });
}

/** The time step whose code this is; null when it is none of those that count now. */
export function findStep(secret: string, code: string, nowMs: number): number | null {
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    ...parameters,
    timestamp: nowMs,
    window,
  });
  return delta === null ? null : TOTP.counter({ period: parameters.period, timestamp: nowMs }) + delta;
}
