/** `npm run push-keys`: prints a new key pair for Web Push, in the format of the API's settings. */
import { createVapidKeys } from '../../security/vapid.ts';

const { publicKey, privateKey } = createVapidKeys();
process.stdout.write(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}\n`);
