/** The environment for the server; see server-process.mjs. */
export function serverEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
