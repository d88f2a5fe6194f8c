/** `npm run push-keys`: prints a new pair of keys for Web Push, as the API's settings take them. */
import { createVapidKeys } from './vapid.ts';

const { publicKey, privateKey } = createVapidKeys();
process.stdout.write(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}\n`);
