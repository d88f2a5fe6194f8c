import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { createVapidKeys } from 'mock-api/security/vapid';
import { dataRoot } from 'server-kit/paths';

/**
 * Returns the API's settings for the demo's Web Push keys, or nothing if the operator has set keys. The keys are
 * created at the first start and kept, because browsers subscribe to one key.
 */
export function pushKeys(env: NodeJS.ProcessEnv): Record<string, string> {
  if (env.VAPID_PUBLIC_KEY || env.VAPID_PRIVATE_KEY) return {};
  const file = join(dataRoot(env), 'keys', 'push.env');
  if (!existsSync(file)) {
    const { publicKey, privateKey } = createVapidKeys();
    mkdirSync(dirname(file), { recursive: true });
    const text = `VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}\n`;
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  }
  const { VAPID_PUBLIC_KEY = '', VAPID_PRIVATE_KEY = '' } = parseEnv(readFileSync(file, 'utf8'));
  return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };
}
