/** `npm run restore -- <file>` restores into an empty, unused database; `--replace` replaces existing data. */
import { runBackupCommand } from './command.ts';
import { restore } from './restore.ts';

const USAGE = 'Usage: npm run restore -- [--recorder] [--replace] <file of a backup>';

await runBackupCommand(USAGE, async ({ store, file, replace }) => {
  const { rows, createdAt } = await restore(store, file, { replace });
  return `${rows} rows of the ${store.service} are as they were at ${createdAt}. Everybody signs in again.`;
});
