/** The environment that the server runs best in; see server-process.mjs. */
export function serverEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
