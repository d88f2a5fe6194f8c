import type { EnvironmentReader } from './environment.ts';

export interface TwilioAccount {
  sid: string;
  token: string;
  /** A phone number with plus sign, or the id of a messaging service (`MG…`). */
  from: string;
  /** Base URL of the API: one of Twilio's regions, or a test server. No trailing slash. */
  url: string;
}

/** Reads the Twilio account. Returns undefined if all of its settings are absent. */
export function readTwilio(env: EnvironmentReader): TwilioAccount | undefined {
  const sid = env.matching('TWILIO_ACCOUNT_SID', /^AC[0-9a-fA-F]{32}$/, 'AC and 32 hexadecimal digits');
  const token = env.matching('TWILIO_AUTH_TOKEN', /^[0-9A-Za-z]{16,128}$/, '16 to 128 letters and digits');
  const from = env.matching(
    'TWILIO_FROM',
    /^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32})$/,
    'a number such as +14165550190, or the id of a messaging service (MG…)',
  );
  const url = (env.url('TWILIO_URL', ['http', 'https']) ?? 'https://api.twilio.com').replace(/\/+$/, '');
  if (sid !== undefined && token !== undefined && from !== undefined) return { sid, token, from, url };
  const all = { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from };
  const lacking = Object.entries(all).filter(([, value]) => value === undefined);
  if (lacking.length < 3) for (const [name] of lacking) env.problems.push(`${name} is missing: Twilio needs all three`);
  return undefined;
}
