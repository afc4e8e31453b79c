import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthContext } from './context.pure.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';

interface Received {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Other methods on the same path are refused. */
export type AddRoute = (
  method: Method,
  url: string,
  handler: (ctx: AuthContext, received: Received) => Promise<unknown>,
) => void;
