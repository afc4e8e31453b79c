import { afterAll } from 'vitest';
import { stopSharedServer } from './journey.ts';

afterAll(stopSharedServer);
