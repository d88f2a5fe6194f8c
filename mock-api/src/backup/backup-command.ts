/** `npm run backup -- <file>`: the API's data, while it runs. `--recorder`: the recorder's. */
import { backUp } from './backup.ts';
import { runBackupCommand } from './command.ts';

await runBackupCommand('Usage: npm run backup -- [--recorder] <new file>', async ({ store, file }) => {
  const rows = await backUp(store, file);
  return `${rows} rows of the ${store.service} are in ${file}. It holds patient data: keep it where only you can read it.`;
});
