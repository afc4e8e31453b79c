import type { JWK, JWTPayload } from 'jose';

export interface SigningKeys {
  /** Adds `iss`, `aud`, `iat` and `exp`. */
  sign(claims: JWTPayload): Promise<{ token: string; expires_at: number; expires_in: number }>;
  /**
   * Null unless one of our keys signed the token for this server, it has not expired and lives no longer than ours. The
   * signature is checked once and remembered.
   */
  verify(token: string): Promise<Claims | null>;
  /** With the next one, so that clients know it before it signs. */
  publicKeys(): JWK[];
}

export interface Claims {
  session_id: string;
  user_id: string;
  expires_at: number;
  isAal2: boolean;
  /** Without this key, the token is not accepted. */
  kid: string;
}

/** In memory, and saved from time to time. */
export interface SessionActivity {
  record(session_id: string): void;
  /** Milliseconds since 1970; only a request that is not saved yet. */
  recordedAt(session_id: string): number | undefined;
  flush(): Promise<void>;
}
