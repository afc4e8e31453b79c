import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { totpCodeLength } from '../../../../contract/fields/limits.ts';
import type { Context } from '../../../kernel/context.ts';
import { firstCharacters } from '../../../platform/text.ts';

/** RFC 6238 with the values that every authenticator app supports; several ignore others. */
const parameters = { algorithm: 'SHA1', digits: totpCodeLength, period: 30 };
/** Clocks differ, so the previous and the next step count too. */
const window = 1;

const sealPurpose = 'second-factor';

/** 160 random bits. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Encrypts a secret for the database, so that a copy of the database is not enough to make codes. */
export function sealTotpSecret({ app }: Context, secret: string): string {
  return app.secrets.seal(secret, sealPurpose);
}

export function openTotpSecret({ app }: Context, factor: { id: string; secret: string | null }): string {
  if (factor.secret === null) throw new Error(`The factor ${factor.id} has no secret`);
  return app.secrets.open(factor.secret, sealPurpose);
}

/** The number of characters that fit into a QR code in any alphabet. */
const shownCharacters = 60;

/** Long names are cut. */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({
    issuer: firstCharacters(issuer, shownCharacters),
    label: firstCharacters(label, shownCharacters),
    secret: Secret.fromBase32(secret),
    ...parameters,
  }).toString();
}

/** The client puts the SVG into a data URL without escaping, so it must contain no '#': colors are names. */
export function qrCode(uri: string): string {
  return renderSVG(uri, { border: 2, blackColor: 'black', whiteColor: 'white' });
}

/** Null when the code is not valid now. */
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
