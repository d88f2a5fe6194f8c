/** The demo's Web Push keys, created at the first start and kept, because browsers subscribe to one key. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { dataRoot, REPO } from '../../../gateway/common/paths.ts';

const COMMAND = join(REPO, 'mock-api', 'src', 'delivery', 'push', 'keys-command.ts');

/** Returns the API's settings for the stored keys, or nothing if the operator has set keys. */
export function pushKeys(env: NodeJS.ProcessEnv): Record<string, string> {
  if (env.VAPID_PUBLIC_KEY || env.VAPID_PRIVATE_KEY) return {};
  const file = join(dataRoot(env), 'keys', 'push.env');
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, execFileSync(process.execPath, [COMMAND]), { mode: 0o600, flag: 'wx' });
  }
  const { VAPID_PUBLIC_KEY = '', VAPID_PRIVATE_KEY = '' } = parseEnv(readFileSync(file, 'utf8'));
  return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };
}
