/** `npm run backup -- <file>` backs up the data of the API while it runs; `--recorder` backs up the recorder's. */
import { backUp } from './backup.ts';
import { runBackupCommand } from './command.ts';

await runBackupCommand('Usage: npm run backup -- [--recorder] <new file>', async ({ store, file }) => {
  const rows = await backUp(store, file);
  return `${rows} rows of the ${store.service} are in ${file}. It holds patient data: keep it where only you can read it.`;
});
