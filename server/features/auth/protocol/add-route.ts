import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthContext } from './context.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';

interface Received {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Adds a call below `/auth/v1`; every other method at the same address is refused. */
export type AddRoute = (
  method: Method,
  url: string,
  handler: (ctx: AuthContext, received: Received) => Promise<unknown>,
) => void;
