const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

/** Credential of the device in `fakePasskeys`. Its base64url contains every character that differs from base64. */
const MADE = {
  id: 'a-b_c',
  response: {
    clientDataJSON: bytes(251, 255, 254),
    attestationObject: bytes(1),
    authenticatorData: bytes(2),
    signature: bytes(3),
    userHandle: bytes(4),
    getTransports: () => ['internal'],
  },
};

/** The same credential, as sent to the API. */
export const PASSKEY_MADE = {
  id: 'a-b_c',
  rawId: 'a-b_c',
  type: 'public-key',
  response: { clientDataJSON: '-__-', attestationObject: 'AQ', transports: ['internal'] },
};
/** An assertion with that credential, as sent to the API. */
export const PASSKEY_USED = {
  id: 'a-b_c',
  rawId: 'a-b_c',
  type: 'public-key',
  response: { clientDataJSON: '-__-', authenticatorData: 'Ag', signature: 'Aw', userHandle: 'BA' },
};

/** Options that the API sends to a browser. */
export const PASSKEY_WANTED = {
  publicKey: {
    rp: { id: 'localhost', name: 'Lodestar' },
    user: { id: 'BQ', name: 'maya@example.org', displayName: 'Maya' },
    challenge: 'Bg',
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 300_000,
    attestation: 'none',
    excludeCredentials: [{ type: 'public-key', id: 'Bw', transports: ['usb'] }],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  },
};
/** Options for signing in that the API sends to a browser. */
export const PASSKEY_ASKED = {
  ticket: 'ticket-1',
  publicKey: {
    challenge: 'Bg',
    timeout: 300_000,
    rpId: 'localhost',
    allowCredentials: [],
    userVerification: 'required',
  },
};

/**
 * Gives the browser of a unit test a device with passkeys. Returns the options passed to the browser, newest last.
 * @param fault name of the error that requests fail with, e.g. "NotAllowedError"
 */
export function fakePasskeys(fault?: string): CredentialCreationOptions[] {
  const requests: CredentialCreationOptions[] = [];
  const answer = async (options: CredentialCreationOptions) => {
    requests.push(options);
    if (fault !== undefined) throw new DOMException('', fault);
    return MADE;
  };
  Object.defineProperty(window, 'PublicKeyCredential', { value: () => undefined, configurable: true });
  Object.defineProperty(navigator, 'credentials', { value: { create: answer, get: answer }, configurable: true });
  return requests;
}

/** Removes the device: the browser has no passkeys. */
export function noPasskeys(): void {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
}
