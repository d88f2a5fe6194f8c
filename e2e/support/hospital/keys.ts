import { keyForBuild, type SigningKey } from 'gateway/trust/signing-key';
import { privateKeyFile, teamsFile } from 'gateway/trust/teams';

/** Returns the key this machine signs a remote of this repository with, as `npm start` does. The shell has none. */
export async function keyOf(name: string): Promise<SigningKey | undefined> {
  return name === 'shell' ? undefined : keyForBuild(process.env, name);
}

/** Returns settings that let a command with files elsewhere sign with this machine's key. */
export async function signingSettings(): Promise<{ SIGNING_KEY_FILE: string; TEAM_KEYS_FILE: string }> {
  const { team } = await keyForBuild(process.env, 'surveys');
  return { SIGNING_KEY_FILE: privateKeyFile(process.env, team), TEAM_KEYS_FILE: teamsFile(process.env) };
}
