// `node scripts/health.mjs ORIGIN`: exits with 0 if the server answers.
const [origin] = process.argv.slice(2);
const response = await fetch(`${origin}/api/health`).catch(() => null);
process.exit(response?.ok ? 0 : 1);
