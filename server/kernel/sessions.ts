import type { JWK, JWTPayload } from 'jose';

/** The key pairs that sign access tokens; features/auth opens them. */
export interface SigningKeys {
  /** Signs claims with the current key; `iss`, `aud`, `iat` and `exp` are ours. */
  sign(claims: JWTPayload): Promise<{ token: string; expires_at: number; expires_in: number }>;
  /**
   * Returns the claims of a token that one of our keys signed for this server, that has not expired and whose
   * lifetime is not longer than ours; otherwise null. The signature is checked once and remembered.
   */
  verify(token: string): Promise<Claims | null>;
  /** The public keys, including the next one, so that clients know it before it signs. */
  publicKeys(): JWK[];
}

export interface Claims {
  session_id: string;
  user_id: string;
  expires_at: number;
  isAal2: boolean;
  /** Id of the key that signed the token. Without the key, the token is not accepted. */
  kid: string;
}

/** Remembers the last use of sessions in memory and saves it from time to time; features/auth provides it. */
export interface SessionActivity {
  record(session_id: string): void;
  /** The time of the last request that is not saved yet, in milliseconds since 1970. */
  recordedAt(session_id: string): number | undefined;
  /** Writes the recorded times to the database. */
  flush(): Promise<void>;
}
