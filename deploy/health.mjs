// The health check of the container: exits with 0 when the server on PORT can work. `docker --env-file` keeps quotes.
const port = (process.env.PORT ?? '').trim().replace(/^(["'])(.*)\1$/, '$2') || '3000';
const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
